import { Skeleton } from '@mantine/core';
import { LoadFailed } from '~/kit/ui/elements/LoadFailed';
import { DocumentLines } from '~/modules/sales/documents/screens/DocumentLines';
import { discountSums, gstSums, lineNote } from '~/modules/sales/documents/tax-texts.rules';
import type { Invoice } from '../invoices.fields';
import { useInvoice } from './invoices.client';

export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const { data: found, state, retry } = useInvoice(invoice);
  const data = found?.id === invoice.id ? found : null;
  if (state === 'failed' && !data) {
    return <LoadFailed text="The items could not be loaded." onRetry={retry} />;
  }
  if (!data) return <Skeleton height={96} role="status" aria-label="Loading items" />;
  return (
    <DocumentLines
      lines={data.items.map((line) => ({
        ...line,
        name: line.description,
        notes: [lineNote(line)].filter(Boolean),
        total: line.line_total,
      }))}
      sums={
        data.tax_mode === 'gst'
          ? gstSums(data)
          : [
              ...discountSums(data),
              ['Subtotal', data.subtotal],
              [`Tax (${data.tax_rate}%)`, data.tax_amount],
              ['Total', data.total_amount],
            ]
      }
    />
  );
}
