import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { notFound } from '~/kit/server/errors';
import { storedLogo } from '~/modules/sales/papers/server/parties.service';
import type { Paper } from '~/modules/sales/papers/server/printing.service';
import type { PrintedVoucher, Voucher } from '../advances.fields';
import { voucherPrintDocument } from '../vouchers.print';

export async function getVoucher(trx: Transaction, advance: number): Promise<StoredVoucher> {
  const found = await findVoucher(trx, { advance, refund: null });
  if (!found) throw notFound('Advance');
  return found;
}

interface VoucherKey {
  advance: number;
  /** Null for the receipt voucher of the advance. */
  refund: number | null;
}

interface Printed {
  voucher: PrintedVoucher;
  logo_digest: string | null;
  status: string;
}

interface StoredVoucher extends Printed {
  voucher: Voucher;
}

/** What a receipt voucher says, or that of a refund of the advance. */
export async function findVoucher(
  db: Db,
  { advance, refund }: VoucherKey,
): Promise<StoredVoucher | null> {
  const found = await sql<StoredVoucher>`select coalesce(r.voucher, a.voucher) as voucher,
      case when r.id is null then a.logo_digest else r.logo_digest end as logo_digest, a.status
    from advances a left join advance_refunds r on r.advance_id = a.id and r.id = ${refund}::integer
    where a.id = ${advance} and (${refund}::integer is null or r.id is not null)`.execute(db);
  return found.rows[0] ?? null;
}

/** A voucher as a paper (docs/product/advances.md#receipt-voucher). 404. */
export async function voucherPaper(db: Db, of: VoucherKey): Promise<Paper> {
  const found = await findVoucher(db, of);
  return paperOf(
    found,
    of.refund === null
      ? { kind: 'advances', id: of.advance }
      : { kind: 'advance_refunds', id: of.refund },
  );
}

/** The voucher of a refund of a receipt, or of the advance that holds its rest. 404. */
export async function receiptRefundPaper(
  db: Db,
  { receipt, refund }: { receipt: number; refund: number },
): Promise<Paper> {
  const found = await sql<Printed>`select r.voucher, r.logo_digest, 'issued' as status
    from advance_refunds r left join advances a on a.id = r.advance_id
    where r.id = ${refund} and coalesce(r.receipt_id, a.receipt_id) = ${receipt}`.execute(db);
  return paperOf(found.rows[0], { kind: 'advance_refunds', id: refund });
}

/** The voucher of a payment that refunds the credit of an invoice. 404. */
export async function creditRefundPaper(db: Db, payment: number): Promise<Paper> {
  const found = await sql<
    Printed & { id: number }
  >`select r.id, r.voucher, r.logo_digest, 'issued' as status
    from advance_refunds r join payments p on p.refund_id = r.id where p.id = ${payment}`.execute(
    db,
  );
  const [refund] = found.rows;
  return paperOf(refund, { kind: 'advance_refunds', id: refund?.id ?? 0 });
}

function paperOf(found: Printed | null | undefined, of: Pick<Paper, 'kind' | 'id'>): Paper {
  if (!found) throw notFound('Voucher');
  const { voucher, logo_digest, status } = found;
  return {
    ...of,
    number: voucher.number,
    status,
    print: async (own) => {
      const logo = await storedLogo(own, logo_digest);
      return voucherPrintDocument(voucher, { logo, isCancelled: status === 'cancelled' });
    },
  };
}
