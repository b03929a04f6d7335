import type { Db } from '~/kit/server/database/db';
import { readsAt } from '../listeners.rules';
import { liveReading } from './listeners.queries';
import type { Kind } from '~/modules/organization/kinds/kinds.rules';

/** Which of these people may read a record (docs/product/roles.md#reading). */
export async function readersAmong(
  db: Db,
  people: readonly number[],
  { kind, id }: { kind: Kind; id: number },
): Promise<number[]> {
  const { lookUp, whereabouts } = liveReading(db);
  const found = await lookUp(people);
  const whereaboutsOf = await whereabouts(kind, [id]);
  const at = whereaboutsOf?.get(id);
  return found
    .filter((each) => readsAt(each, kind, whereaboutsOf ? (at ? [at] : []) : undefined))
    .map((each) => each.id);
}
