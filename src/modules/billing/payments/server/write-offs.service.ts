import type { Write } from '~/kit/server/database/context';
import { AppError } from '~/kit/server/errors';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { chargedBy } from '~/modules/billing/invoices/invoices.rules';
import { sumOfKind } from './payments.queries';

/**
 * 409 where an invoice after its notes charges less than was written off and paid: a write-off must not become a
 * credit of the customer.
 */
export async function enforceWriteOffs({ trx }: Write, invoice: Invoice): Promise<void> {
  if (chargedBy(invoice) >= invoice.paid_amount) return;
  const writtenOff = await sumOfKind(trx, invoice.id, 'write_off');
  if (writtenOff === 0) return;
  const message = `Part of invoice ${invoice.invoice_number} was written off. Reverse the write-off first.`;
  throw new AppError('invoice.written_off', 409, message);
}
