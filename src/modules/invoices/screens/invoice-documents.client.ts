import { api } from '~/kit/ui/data/api';
import { savePdf } from '~/kit/ui/data/pdf';
import type { Customer } from '~/modules/customers/customers.fields';
import type { PaymentMethod } from '~/modules/company/accounts.fields';
import type { BillingProfile } from '~/modules/company/identity.fields';
import type { Invoice, InvoiceWithLines } from '../invoices.fields';
import { invoicePrintDocument } from '../invoices.print';

/**
 * Fetches the invoice again, makes its PDF file and saves it. What cannot be fetched is taken from the list's row or
 * left out (docs/product/invoices.md#document). Throws where the file cannot be made.
 */
export async function downloadInvoice(row: Invoice): Promise<void> {
  const [invoice, customer, issuer, account] = await Promise.all([
    orElse(api.get<InvoiceWithLines>(`/invoices/${row.id}`), row),
    orElse(api.get<Customer>(`/customers/${row.customer_id}`), null),
    fetchIssuer(),
    orElse(api.get<PaymentMethod[]>('/billing/payment-methods'), []),
  ]);
  const printed = account.find((each) => each.is_default) ?? null;
  await savePdf(invoicePrintDocument({ invoice, customer, issuer, account: printed }));
}

export async function fetchIssuer(): Promise<BillingProfile | null> {
  return orElse(api.get<BillingProfile>('/billing/profile'), null);
}

async function orElse<T, E>(wanted: Promise<T>, instead: E): Promise<T | E> {
  return wanted.catch(() => instead);
}
