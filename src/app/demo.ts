import { type Database, inTransaction } from '~/kit/server/db';
import { fillDemoLeads } from '~/modules/leads/server/leads.demo';

/** Puts invented records into an empty database; one that has records is left as it is. Gives the line to tell. */
export async function fillDemo(database: Database, now: Date): Promise<string> {
  const leads = await inTransaction(database.db, (trx) => fillDemoLeads(trx, now));
  return leads === 0
    ? 'Sample data: the database already holds records, nothing was added.'
    : `Sample data (invented): ${leads} leads.`;
}
