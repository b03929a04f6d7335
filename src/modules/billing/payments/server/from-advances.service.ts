import { type Write, createdBy } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import type { Locked } from '~/kit/server/database/entity';
import { extensionPoint } from '~/kit/server/database/extension-point';
import { insertRecord } from '~/kit/server/database/write';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { settleInvoice } from '~/modules/billing/invoices/server/issuing.service';
import type { Paper } from '~/modules/sales/papers/server/printing.service';
import type { Payment } from '../payments.fields';
import { completedWith } from '../payments.rules';
import { enforceClaim } from './claims.internal';
import { payments, sumClaims } from './payments.queries';

interface FromAdvances {
  /** Brings an advance along after a payment from it changed; 409 where they take more than it has. */
  follow: (write: Write, advance: number) => Promise<void>;
  /** The voucher of a payment that refunds credit. */
  refundPaper: (db: Db, payment: number) => Promise<Paper>;
}

/** The advances that payments are taken from, provided by the advances module (docs/product/advances.md#adjusting). */
export const fromAdvances = extensionPoint<FromAdvances>('payments.from_advances');

type Taken = Pick<
  Payment,
  'amount' | 'payment_method' | 'payment_date' | 'reference_number' | 'notes'
> & { advance_id: number };

/** Pays a locked, issued invoice from an advance; 400 above its balance, 409 where it is cancelled. */
export async function payFromAdvance(
  write: Write,
  invoice: Locked<Invoice>,
  taken: Taken,
): Promise<Locked<Invoice>> {
  const { trx, context } = write;
  const others = await sumClaims(trx, { invoiceId: invoice.id, except: null });
  enforceClaim(invoice, others, taken.amount);
  const payment = await insertRecord(write, payments, {
    ...taken,
    invoice_id: invoice.id,
    ...createdBy(context),
  });
  return settleInvoice(write, invoice, { paid: completedWith(others, payment) });
}
