import { sql } from 'kysely';
import { notFound } from '~/kit/server/errors';
import type { Person, Write } from './context';
import { type Db, findJson, type SqlPart } from './db';
import { asLocked, type Entity, type Locked, refuseStale } from './entity';
import { enforceWritable } from './write-rights';

/** How records `t` are read with their lines: `select` gives those that a condition names. */
export function wholeRecords<Whole extends object>(
  { name, noun }: Pick<Entity, 'name' | 'noun'>,
  readableBy: (person: Person) => SqlPart,
  select: (which: SqlPart) => SqlPart,
) {
  /** 404, with `person` also for one that this person may not read. */
  async function get(db: Db, id: number, person?: Person): Promise<Whole> {
    const isRead = person ? readableBy(person) : sql`true`;
    const whole = await findJson<Whole>(db, select(sql`t.id = ${id} and ${isRead}`));
    if (!whole) throw notFound(noun);
    return whole;
  }

  /** Locked until the transaction ends; 404. */
  async function lock({ trx, context: { person } }: Write, id: number): Promise<Locked<Whole>> {
    const [, whole] = await Promise.all([
      sql`select from ${sql.table(name)} where id = ${id} for update`.execute(trx),
      get(trx, id, person),
    ]);
    return asLocked(whole);
  }

  /** Locked for a person who wants to change it: 404, 403 where they only read in its workspace, 409 when stale. */
  async function open(write: Write, id: number, seen?: string): Promise<Locked<Whole>> {
    const whole = await lock(write, id);
    await enforceWritable(write, whole);
    refuseStale(whole, seen);
    return whole;
  }

  return { get, lock, open };
}
