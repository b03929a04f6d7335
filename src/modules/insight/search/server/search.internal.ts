import type { Context } from '~/kit/server/database/context';
import type { Database } from '~/kit/server/database/db';
import { invalid } from '~/kit/server/errors';
import type { Match } from '../search.fields';
import { longestQuery, shortestQuery, searchQueryOf } from '../search.rules';
import { findRecords } from './search.queries';

/**
 * Records of any kind that the person may see, by name, number, email, phone or SKU
 * (docs/product/search.md#what-is-found).
 */
export async function search(
  database: Pick<Database, 'pool' | 'readable'>,
  asker: { person: Context['person']; signal: AbortSignal },
  typed: string,
): Promise<Match[]> {
  if (typed.length > longestQuery)
    throw invalid('q', `Please search for at most ${longestQuery} characters`);
  const query = searchQueryOf(typed);
  if (!query) throw invalid('q', `Please type at least ${shortestQuery} characters`);
  return findRecords(database, asker, query);
}
