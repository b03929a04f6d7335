import { sql } from 'kysely';
import { type Db, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Consent, ConsentType } from '../privacy.fields';

const columns = sql`consent_type, granted, ${instantText(sql`created_at`)} as "timestamp"`;

export async function listNewestConsents(db: Db, user: number): Promise<Consent[]> {
  const found = await sql<Consent>`select distinct on (consent_type) ${columns} from consents
    where user_id = ${user} order by consent_type, id desc`.execute(db);
  return found.rows;
}

export async function listConsentHistory(db: Db, user: number): Promise<Consent[]> {
  const found = await sql<Consent>`select ${columns} from consents
    where user_id = ${user} order by id desc`.execute(db);
  return found.rows;
}

export async function insertConsent(
  trx: Transaction,
  consent: { user: number; type: ConsentType; granted: boolean; now: Date },
): Promise<void> {
  const { user, type, granted, now } = consent;
  await sql`insert into consents (user_id, consent_type, granted, created_at)
    values (${user}, ${type}, ${granted}, ${now})`.execute(trx);
}
