import type { Context, Write } from '~/kit/server/database/context';
import { findRecord, holdRecord, type Locked } from '~/kit/server/database/entity';
import type { Lead } from '../leads.fields';
import { leads, shareLead } from './leads.queries';

export { addLead, makeCustomer } from './leads.actions';

/** The lead as the person reads it; null without one. */
export function findLead(
  { db, person }: Pick<Context, 'db' | 'person'>,
  id: number,
): Promise<Lead | null> {
  return findRecord(db, leads, id, person);
}

/** The lead as the person reads it, which is neither converted nor deleted before the transaction ends; null without one. */
export async function holdLead({ trx, context }: Write, id: number): Promise<Lead | null> {
  await shareLead(trx, id);
  return findRecord(trx, leads, id, context.person);
}

/** Locks a lead before it is converted: two that shared it would wait for each other. 404 for one that the person may not read. */
export function lockLead(write: Write, id: number): Promise<Locked<Lead>> {
  return holdRecord(write, leads, id);
}
