import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import { RelatedList } from '~/modules/sales/documents/screens/RelatedRecords';
import type { BillPayment } from '../vendor-payments.fields';
import { settled } from '../vendor-payments.rules';
import { VendorPaymentStatus } from './VendorPaymentColumns';
import { usePaymentsOf } from './vendor-payments.client';

/** The payments of a bill, on its page. */
export default function BillPayments({ id }: Pick<RecordPart, 'id'>) {
  return (
    <RelatedList
      of={usePaymentsOf(id)}
      noun="Payment"
      plural="Payments"
      about="Reference"
      hint='Make one with "Pay" in the menu of the bill.'
      recordOf={recordOf}
    />
  );
}

const recordOf = (payment: BillPayment) => ({
  id: payment.id,
  path: '/vendor-payments',
  name: payment.payment_number,
  day: payment.payment_date,
  about: payment.reference_number ?? undefined,
  status: <VendorPaymentStatus payment={payment} />,
  amount: settled(payment),
});
