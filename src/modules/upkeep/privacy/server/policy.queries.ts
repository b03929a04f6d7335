import { sql } from 'kysely';
import { type Db, findJson, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Policy, Consent, ConsentType } from '../privacy.fields';

interface PolicyRow {
  data_controller: string;
  contact: string;
  retention_periods: { item: string; period: string }[];
  user_rights: string[];
  processing_purposes: string[];
  updated_at: string;
}

const select = sql`select data_controller, contact, retention_periods, user_rights, processing_purposes,
  ${instantText(sql`updated_at`)} as updated_at from privacy_policy`;

/** The only policy row; with `lock` it is locked until the transaction ends. */
export async function getPolicyRow(db: Db, lock: 'lock' | 'read'): Promise<Policy> {
  if (lock === 'lock') await sql`select id from privacy_policy for update`.execute(db);
  const row = await findJson<PolicyRow>(db, select);
  if (!row) throw new Error('The privacy policy has lost its row');
  return {
    dataController: row.data_controller,
    contact: row.contact,
    dataRetentionPeriods: Object.fromEntries(
      row.retention_periods.map(({ item, period }) => [item, period]),
    ),
    userRights: row.user_rights,
    dataProcessingPurposes: row.processing_purposes,
    updated_at: row.updated_at,
  };
}

export async function savePolicy(
  trx: Transaction,
  policy: Omit<Policy, 'updated_at'>,
  now: Date,
): Promise<void> {
  const periods = Object.entries(policy.dataRetentionPeriods).map(([item, period]) => ({
    item,
    period,
  }));
  await sql`update privacy_policy set data_controller = ${policy.dataController},
    contact = ${policy.contact}, retention_periods = ${JSON.stringify(periods)}::jsonb,
    user_rights = ${JSON.stringify(policy.userRights)}::jsonb,
    processing_purposes = ${JSON.stringify(policy.dataProcessingPurposes)}::jsonb,
    updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`.execute(trx);
}

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
