import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { notFound } from '~/kit/server/errors';
import { keptLogo } from '~/modules/sales/papers/server/parties.service';
import type { Paper } from '~/modules/sales/papers/server/printing.service';
import type { Voucher } from '../advances.fields';
import { voucherPrintDocument } from '../vouchers.print';

export async function getVoucher(trx: Transaction, advance: number): Promise<Kept> {
  const found = await findVoucher(trx, { advance, refund: null });
  if (!found) throw notFound('Advance');
  return found;
}

interface VoucherKey {
  advance: number;
  /** Null for the receipt voucher of the advance. */
  refund: number | null;
}

interface Kept {
  voucher: Voucher;
  logo_digest: string | null;
  status: string;
}

/** What a receipt voucher says, or that of a refund of the advance. */
export async function findVoucher(db: Db, { advance, refund }: VoucherKey): Promise<Kept | null> {
  const found = await sql<Kept>`select coalesce(r.voucher, a.voucher) as voucher,
      case when r.id is null then a.logo_digest else r.logo_digest end as logo_digest, a.status
    from advances a left join advance_refunds r on r.advance_id = a.id and r.id = ${refund}::integer
    where a.id = ${advance} and (${refund}::integer is null or r.id is not null)`.execute(db);
  return found.rows[0] ?? null;
}

/** A voucher as a paper (docs/product/advances.md#receipt-voucher). 404. */
export async function voucherPaper(db: Db, of: VoucherKey): Promise<Paper> {
  const found = await findVoucher(db, of);
  if (!found) throw notFound('Voucher');
  const { voucher, logo_digest, status } = found;
  return {
    kind: of.refund === null ? 'advances' : 'advance_refunds',
    id: of.refund ?? of.advance,
    number: voucher.number,
    status,
    print: async (own) => {
      const logo = await keptLogo(own, logo_digest);
      return voucherPrintDocument(voucher, { logo, isCancelled: status === 'cancelled' });
    },
  };
}
