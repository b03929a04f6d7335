import type { Database } from '~/kit/server/database/db';
import { companyDay } from '~/modules/organization/company/server/settings.service';
import { addUses, type Counted } from './api-keys.queries';

/** What each server of this process has counted and not written, by its database. */
const counted = new WeakMap<Database, Map<number, Counted>>();

/** Adds to the counts of a key, in memory. */
export function countUse(database: Database, id: number, use: Partial<Counted>): void {
  const uses = counted.get(database) ?? new Map<number, Counted>();
  const { calls = 0, refused = 0, ...before } = uses.get(id) ?? { id };
  const sums = { calls: calls + (use.calls ?? 0), refused: refused + (use.refused ?? 0) };
  counted.set(database, uses.set(id, { ...before, ...use, ...sums, id }));
}

/** Writes the counts of all keys in one statement. */
export async function writeUses(database: Database, now: Date): Promise<void> {
  const uses = counted.get(database);
  if (!uses) return;
  counted.delete(database);
  const { db } = database;
  await addUses(db, await companyDay({ db, now }), [...uses.values()]);
}
