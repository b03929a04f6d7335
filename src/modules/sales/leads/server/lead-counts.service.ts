import type { Db } from '~/kit/server/database/db';
import { mergeLeadCounts } from './leads.queries';

/** Adds up what is kept of the leads of a day, stage and workspace. */
export function addUpLeadCounts(db: Db): Promise<void> {
  return mergeLeadCounts(db);
}
