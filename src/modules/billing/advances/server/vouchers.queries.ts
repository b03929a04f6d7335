import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { notFound } from '~/kit/server/errors';
import type { Voucher } from '../advances.fields';

export async function getVoucher(trx: Transaction, advance: number): Promise<Kept> {
  const found = await findVoucher(trx, { advance, refund: null });
  if (!found) throw notFound('Advance');
  return found;
}

interface Kept {
  voucher: Voucher;
  logo_digest: string | null;
  status: string;
}

/** What a receipt voucher says, or that of a refund of the advance. */
export async function findVoucher(
  db: Db,
  { advance, refund }: { advance: number; refund: number | null },
): Promise<Kept | null> {
  const found = await sql<Kept>`select coalesce(r.voucher, a.voucher) as voucher,
      case when r.id is null then a.logo_digest else r.logo_digest end as logo_digest, a.status
    from advances a left join advance_refunds r on r.advance_id = a.id and r.id = ${refund}::integer
    where a.id = ${advance} and (${refund}::integer is null or r.id is not null)`.execute(db);
  return found.rows[0] ?? null;
}

export async function findFile(db: Db, number: string): Promise<Buffer | null> {
  const found = await sql<{ pdf: Buffer }>`select pdf from voucher_files
    where voucher_number = ${number}`.execute(db);
  return found.rows[0]?.pdf ?? null;
}

/** Keeps the file of a voucher; what somebody else has kept before stays and is returned instead. */
export async function keepFile(db: Db, number: string, pdf: Buffer): Promise<Buffer> {
  await sql`insert into voucher_files (voucher_number, pdf) values (${number}, ${pdf})
    on conflict do nothing`.execute(db);
  return (await findFile(db, number)) ?? pdf;
}
