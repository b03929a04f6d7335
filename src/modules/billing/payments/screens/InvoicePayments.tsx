import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { RelatedRecords } from '~/modules/sales/documents/screens/RelatedRecords';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { type Payment, paymentKinds, paymentMethods } from '../payments.fields';
import { PaymentStatus } from './PaymentDetails';
import { useInvoicePayments } from './payments.client';

export default function InvoicePayments({ invoice }: { invoice: Invoice }) {
  const { data, state, retry } = useInvoicePayments(invoice);
  if (!data) return <NotLoaded what="payments" state={state} onRetry={retry} />;
  if (data.length === 0) return <SoftText>No payments yet.</SoftText>;
  return (
    <RelatedRecords
      noun="Payment"
      about="Method"
      records={data.map((payment) => ({
        id: payment.id,
        path: '/payments',
        name: `#${payment.id}`,
        day: payment.payment_date,
        about: wayOf(payment),
        status: <PaymentStatus payment={payment} />,
        amount: payment.amount,
      }))}
    />
  );
}

/** The method of a payment in money, else its kind. */
function wayOf({ kind, payment_method }: Payment): string | undefined {
  if (kind !== 'cash') return paymentKinds.find(({ value }) => value === kind)?.label;
  return paymentMethods.find(({ value }) => value === payment_method)?.label;
}
