import { Skeleton } from '@mantine/core';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { LoadFailed } from '~/kit/ui/elements/LoadFailed';
import type { Invoice, InvoiceWithLines } from '../invoices.fields';
import { useInvoice } from './invoices.client';
import { LinesTable } from './LinesTable';

export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const { data: found, state, retry } = useInvoice(invoice);
  const data = found?.id === invoice.id ? found : null;
  if (state === 'failed' && !data) {
    return <LoadFailed text="The items could not be loaded." onRetry={retry} />;
  }
  if (!data) return <Skeleton height={96} aria-label="Loading items" />;
  return <Lines invoice={data} />;
}

function Lines({ invoice }: { invoice: InvoiceWithLines }) {
  return (
    <LinesTable>
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col" className="amount">
            Quantity
          </th>
          <th scope="col" className="amount">
            Unit Price
          </th>
          <th scope="col" className="amount">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.items.map((line) => (
          <tr key={line.id}>
            <td>{line.description}</td>
            <td className="amount">{formatNumber(line.quantity)}</td>
            <td className="amount">{formatMoney(line.unit_price, 'INR')}</td>
            <td className="amount">{formatMoney(line.line_total, 'INR')}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <Sum label="Subtotal" amount={invoice.subtotal} />
        <Sum label={`Tax (${invoice.tax_rate}%)`} amount={invoice.tax_amount} />
        <Sum label="Total" amount={invoice.total_amount} />
      </tfoot>
    </LinesTable>
  );
}

function Sum({ label, amount }: { label: string; amount: number }) {
  return (
    <tr>
      <th scope="row" colSpan={3} className="amount">
        {label}
      </th>
      <td className="amount">{formatMoney(amount, 'INR')}</td>
    </tr>
  );
}
