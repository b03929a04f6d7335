import type { Context } from '~/kit/server/database/context';
import type { Database } from '~/kit/server/database/db';
import { invalid } from '~/kit/server/errors';
import type { Found } from '../search.fields';
import { longestWanted, shortestWanted, wantedOf } from '../search.rules';
import { findRecords } from './search.queries';

/**
 * Records of any kind that the person may see, by name, number, email, phone or SKU
 * (docs/product/search.md#what-is-found).
 */
export async function search(
  database: Pick<Database, 'pool' | 'readable'>,
  asker: { person: Context['person']; signal: AbortSignal },
  typed: string,
): Promise<Found[]> {
  if (typed.length > longestWanted)
    throw invalid('q', `Please search for at most ${longestWanted} characters`);
  const wanted = wantedOf(typed);
  if (!wanted) throw invalid('q', `Please type at least ${shortestWanted} characters`);
  return findRecords(database, asker, wanted);
}
