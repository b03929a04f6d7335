import { sql } from 'kysely';
import type { Db, SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';

/** A numbered record of which a file is made: `kind` is its table. */
export interface PaperKey {
  kind: string;
  id: number;
}

/** A stored picture as a data URL. */
export const dataUrl = (from: SqlPart) => sql`(select concat('data:', type, ';base64,',
  translate(encode(content, 'base64'), E'\n', '')) from ${from})`;

const storedLogo = sql`logo as (
    insert into printed_logos (digest, type, content)
    select encode(sha256(content), 'hex'), type, content from company_logo on conflict do nothing
  ), digest as (select encode(sha256(content), 'hex') as digest from company_logo)`;

/** Keeps the company's logo of now; its digest, or null where there is none. */
export async function keepLogo(trx: Transaction): Promise<string | null> {
  const found = await sql<{ digest: string }>`with ${storedLogo} select digest from digest`.execute(
    trx,
  );
  return found.rows[0]?.digest ?? null;
}

/** The company's logo of now as a data URL; null without one. */
export async function findLogo(db: Db): Promise<string | null> {
  const found = await sql<{ logo: string | null }>`select
    ${dataUrl(sql`company_logo`)} as logo`.execute(db);
  return found.rows[0]?.logo ?? null;
}

/** A kept logo as a data URL. */
export async function findStoredLogo(db: Db, digest: string): Promise<string | null> {
  const found = await sql<{ logo: string | null }>`select
    ${dataUrl(sql`printed_logos where digest = ${digest}`)} as logo`.execute(db);
  return found.rows[0]?.logo ?? null;
}

/**
 * Keeps what a record says, unless it is kept already, with the logo of now; `paper` selects `id, document, account,
 * upi_id`, and `pdf` where the file is made.
 */
export async function freezePaper(
  db: Db,
  kind: string,
  { paper, pdf = null }: { paper: SqlPart; pdf?: Buffer | null },
): Promise<void> {
  await sql`with ${storedLogo}
    insert into papers (kind, record_id, document, account, upi_id, logo_digest, pdf)
    select ${kind}::text, s.id, s.document, s.account, s.upi_id, (select digest from digest), ${pdf}::bytea
    from (${paper}) s on conflict do nothing`.execute(db);
}

/** Forgets what a draft's mail said. */
export async function deletePaper(trx: Transaction, { kind, id }: PaperKey): Promise<void> {
  await sql`delete from papers where kind = ${kind} and record_id = ${id}`.execute(trx);
}

export async function findFile(db: Db, { kind, id }: PaperKey): Promise<Buffer | null> {
  const found = await sql<{ pdf: Buffer | null }>`select pdf from papers
    where kind = ${kind} and record_id = ${id}`.execute(db);
  return found.rows[0]?.pdf ?? null;
}

/** Keeps the file of an issued paper; one that was kept before stays and is returned instead. */
export async function keepFile(db: Db, key: PaperKey, pdf: Buffer): Promise<Buffer> {
  await sql`insert into papers (kind, record_id, pdf) values (${key.kind}, ${key.id}, ${pdf})
    on conflict (kind, record_id) do update set pdf = excluded.pdf
    where papers.pdf is null`.execute(db);
  return (await findFile(db, key)) ?? pdf;
}

/** The oldest issued record of a kind with a higher id than this that is kept without its file. */
export async function findUnprinted(db: Db, { kind, id }: PaperKey): Promise<number | null> {
  const found = await sql<{ id: number }>`select t.id
    from papers p join ${sql.table(kind)} t on t.id = p.record_id
    where p.kind = ${kind} and p.pdf is null and t.status <> 'cancelled' and t.id > ${id}
    order by t.id limit 1`.execute(db);
  return found.rows[0]?.id ?? null;
}

interface Outcome {
  status: 'accepted' | 'failed';
  last_error: string | null;
  at: string;
}

/** The outcome of a paper's last mail when it is known and not recorded yet; else null. */
export async function findOutcome(
  trx: Transaction,
  { kind, id }: PaperKey,
): Promise<Outcome | null> {
  const result = await sql<Outcome>`
    select m.status, m.last_error, m.updated_at as at
    from ${sql.table(kind)} t join mails m on m.id = t.mail_id
    where t.id = ${id} and t.mail_status = 'queued' and m.status in ('accepted', 'failed')`.execute(
    trx,
  );
  return result.rows[0] ?? null;
}

export async function listUnsettled(db: Db, kind: string): Promise<number[]> {
  const result = await sql<{ id: number }>`select t.id
    from ${sql.table(kind)} t join mails m on m.id = t.mail_id
    where t.mail_status = 'queued' and m.status in ('accepted', 'failed') order by t.id`.execute(
    db,
  );
  return result.rows.map((row) => row.id);
}

/** Records on its row that a paper's mail is queued. */
export async function noteQueuedMail(
  trx: Transaction,
  { kind, id }: PaperKey,
  { mailId, now }: { mailId: number; now: Date },
): Promise<void> {
  await sql`update ${sql.table(kind)}
    set mail_id = ${mailId}, mail_status = 'queued', mail_error = null,
      updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
    where id = ${id}`.execute(trx);
}
