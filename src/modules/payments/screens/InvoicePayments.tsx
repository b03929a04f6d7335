import { Skeleton } from '@mantine/core';
import { formatDay } from '~/kit/shared/time/days';
import { formatMoney } from '~/kit/shared/money/money';
import { LoadFailed } from '~/kit/ui/elements/LoadFailed';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import type { Invoice } from '~/modules/invoices/invoices.fields';
import { LinesTable } from '~/modules/documents/screens/LinesTable';
import { type Payment, paymentMethods } from '../payments.fields';
import { PaymentStatus } from './PaymentDetails';
import { useInvoicePayments } from './payments.client';

export function InvoicePayments({ invoice }: { invoice: Invoice }) {
  const { data, state, retry } = useInvoicePayments(invoice);
  if (state === 'failed' && !data) {
    return <LoadFailed text="The payments could not be loaded." onRetry={retry} />;
  }
  if (!data) return <Skeleton height={40} aria-label="Loading payments" />;
  if (data.length === 0) return <SoftText>No payments yet.</SoftText>;
  return (
    <LinesTable>
      <thead>
        <tr>
          <th scope="col">Payment</th>
          <th scope="col">Date</th>
          <th scope="col">Method</th>
          <th scope="col">Status</th>
          <th scope="col" className="amount">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {data.map((payment) => (
          <PaymentLine key={payment.id} payment={payment} />
        ))}
      </tbody>
    </LinesTable>
  );
}

function PaymentLine({ payment }: { payment: Payment }) {
  const method = paymentMethods.find(({ value }) => value === payment.payment_method);
  return (
    <tr>
      <td>
        <RecordLink path="/payments" id={payment.id}>
          #{payment.id}
        </RecordLink>
      </td>
      <td>{formatDay(payment.payment_date)}</td>
      <td>{method?.label}</td>
      <td>
        <PaymentStatus payment={payment} />
      </td>
      <td className="amount">{formatMoney(payment.amount, 'INR')}</td>
    </tr>
  );
}
