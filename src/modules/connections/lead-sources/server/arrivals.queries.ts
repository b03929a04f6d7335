import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, findJson, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { RecordKind } from '~/modules/organization/kinds/kinds.rules';
import type { Arrival, ArrivalStatus } from '../lead-sources.fields';
import type { Texts } from '../mapping.rules';

const pageSize = 50;

const columns = sql`a.id, ${instantText(sql`a.at`)} as at, a.status, a.error, a."values",
  case when a.record_id is not null then json_build_object('type', a.record_type, 'id', a.record_id,
    'label', a.record_label) end as record`;

export interface ArrivalPage {
  status: ArrivalStatus | null;
  before: number | null;
}

/** The arrivals of a source, newest first, fifty at a time. */
export async function listArrivals(
  db: Db,
  source: number,
  { status, before }: ArrivalPage,
): Promise<Arrival[]> {
  const found = await findJson<{ rows: Arrival[] }>(
    db,
    sql`select coalesce(json_agg(row_to_json(r)), '[]') as rows from (
      select ${columns} from lead_arrivals a where a.source_id = ${source}
        and (${status}::text is null or a.status = ${status})
        and (${before}::bigint is null or a.id < ${before})
      order by a.id desc limit ${pageSize}) r`,
  );
  return found?.rows ?? [];
}

export async function lockArrival(
  trx: Transaction,
  source: number,
  id: number,
): Promise<Arrival | null> {
  const isIt = sql`a.id = ${id} and a.source_id = ${source}`;
  await sql`select from lead_arrivals a where ${isIt} for update`.execute(trx);
  return findJson<Arrival>(trx, sql`select ${columns} from lead_arrivals a where ${isIt}`);
}

type Outcome = Pick<Arrival, 'status' | 'record' | 'error'>;

export async function insertArrival(
  trx: Transaction,
  source: number,
  { at, status, record, error, values }: Outcome & { at: Date; values: Texts },
): Promise<void> {
  await sql`insert into lead_arrivals (source_id, at, status, record_type, record_id, record_label, error, "values")
    select id, ${at}, ${status}, ${record?.type ?? null}, ${record?.id ?? null}, ${record?.label ?? null}, ${error},
      ${JSON.stringify(values)}::jsonb from lead_sources where id = ${source}`.execute(trx);
}

export async function setOutcome(
  trx: Transaction,
  id: number,
  { status, record, error }: Outcome,
): Promise<void> {
  await sql`update lead_arrivals set status = ${status}, record_type = ${record?.type ?? null},
    record_id = ${record?.id ?? null}, record_label = ${record?.label ?? null}, error = ${error}
    where id = ${id}`.execute(trx);
}

/** Takes an id for the first time; false where it came before. */
export async function takeId(trx: Transaction, source: number, id: string): Promise<boolean> {
  const digest = createHash('sha256').update(id).digest();
  const taken =
    await sql`insert into lead_arrival_ids (source_id, digest) values (${source}, ${digest})
    on conflict do nothing returning source_id`.execute(trx);
  return taken.rows.length > 0;
}

/** How many a form got within the last minute and day. */
export async function countRecent(
  trx: Transaction,
  source: number,
  now: Date,
): Promise<{ minute: number; day: number }> {
  // Others that are sent at the same time wait, and are counted by the next.
  await sql`select from lead_sources where id = ${source} for update`.execute(trx);
  const minute = new Date(now.getTime() - 60_000);
  const day = new Date(now.getTime() - 86_400_000);
  const found = await sql<{ minute: number; day: number }>`select count(*)::integer as day,
      (count(*) filter (where at > ${minute}))::integer as minute
    from lead_arrivals where source_id = ${source} and at > ${day}`.execute(trx);
  return found.rows[0] ?? { minute: 0, day: 0 };
}

/** Takes a solved challenge; false where it was used before. Those that are too late anyway are forgotten. */
export async function takeChallenge(
  trx: Transaction,
  challenge: Buffer,
  { expiresAt, now }: { expiresAt: Date; now: Date },
): Promise<boolean> {
  await sql`delete from used_challenges where challenge in (select challenge from used_challenges
    where expires_at < ${now} limit 100 for update skip locked)`.execute(trx);
  const taken =
    await sql`insert into used_challenges (challenge, expires_at) values (${challenge}, ${expiresAt})
    on conflict do nothing returning challenge`.execute(trx);
  return taken.rows.length > 0;
}

export interface ExistingRecord {
  kind: Extract<RecordKind, 'leads' | 'customers'>;
  type: string;
  id: number;
  label: string;
  /** Who looks after it. */
  person: number | null;
}

/** The open lead or active customer with this email or the last ten digits of this phone, the newest; in a workspace only its own. */
export async function findExisting(
  db: Db,
  { email, phone }: { email?: string | null | undefined; phone?: string | null | undefined },
  workspace: number | null,
): Promise<ExistingRecord | null> {
  if (!email && !phone) return null;
  const isSame = sql`(folded(t.email) = folded(${email ?? null}::text)
      or phone_key(t.phone) = phone_key(${phone ?? null}::text))
    and (${workspace}::integer is null or t.workspace_id = ${workspace})`;
  return findJson<ExistingRecord>(
    db,
    sql`(select 'leads' as kind, 'lead' as type, t.id, t.company_name as label, t.assigned_to as person from leads t
        where ${isSame} and t.status in ('active', 'contacted', 'qualified') order by t.id desc limit 1)
      union all
      (select 'customers', 'customer', t.id, t.company_name, t.created_by from customers t
        where ${isSame} and t.is_active order by t.id desc limit 1)
      limit 1`,
  );
}
