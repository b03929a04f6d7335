import { rupeesInWords } from '~/kit/shared/money/amount-words';
import { rupees } from '~/kit/shared/money/money';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { formatDay } from '~/kit/shared/time/days';
import { paymentMethods } from '~/modules/billing/payments/payments.fields';
import type { BillingProfile } from '~/modules/organization/company/identity.fields';
import { issuerLines, issuerOf } from '~/modules/sales/documents/print/parties.print';
import type { WholeVendorPayment } from './vendor-payments.fields';
import { settled } from './vendor-payments.rules';

interface Printed {
  payment: WholeVendorPayment;
  /** The lines of the vendor's address. */
  vendor: string[];
  issuer: BillingProfile | null;
  logo: string | null;
}

/** The payment advice that goes to the vendor (docs/product/vendor-payments.md#pdf); that of a cancelled payment is marked so. */
export function paymentAdvicePrint({ payment, vendor, issuer, logo }: Printed): PrintDocument {
  const { payment_number, payment_date, reference_number } = payment;
  const method = paymentMethods.find(({ value }) => value === payment.payment_method);
  return {
    title: payment_number,
    day: payment_date,
    ...(logo === null ? {} : { logo }),
    heading: 'PAYMENT ADVICE',
    issuer: issuerLines(issuerOf(issuer)),
    head: [
      { label: 'Payment Number', value: payment_number, strong: true },
      { label: 'Date', value: formatDay(payment_date) },
      { label: 'Payment Method', value: method?.label ?? payment.payment_method },
      ...(reference_number === null
        ? []
        : [{ label: 'Reference Number', value: reference_number }]),
    ],
    parties: [{ heading: 'Paid To', lines: vendor }],
    ...(payment.allocations.length === 0 ? {} : { table: tableOf(payment) }),
    totals: [
      { label: 'Amount Paid', value: rupees(payment.amount), strong: true },
      ...amountsOf(payment).flatMap(([label, amount]) =>
        amount === 0 ? [] : [{ label, value: rupees(amount) }],
      ),
    ],
    notes: [
      { heading: 'Amount in Words', text: rupeesInWords(payment.amount) },
      ...(payment.notes === null ? [] : [{ heading: 'Notes', text: payment.notes }]),
    ],
    ...(payment.status === 'cancelled' ? { mark: 'CANCELLED' } : {}),
  };
}

function amountsOf({ tds_amount, round_off, unallocated }: WholeVendorPayment): [string, number][] {
  return [
    ['TDS Withheld', tds_amount],
    ['Round-off', round_off],
    ['Advance', unallocated],
  ];
}

function tableOf({ allocations }: WholeVendorPayment): NonNullable<PrintDocument['table']> {
  const amounts = ['Amount', 'TDS', 'Round-off', 'Total'];
  return {
    columns: [
      { label: 'Bill Number', width: '*', align: 'left' },
      { label: 'Our Number', width: 'auto', align: 'left' },
      ...amounts.map((label) => ({ label, width: 'auto', align: 'right' }) as const),
    ],
    rows: allocations.map((each) => [
      each.bill_number,
      each.voucher_number,
      rupees(each.amount),
      rupees(each.tds_amount),
      rupees(each.round_off),
      rupees(settled(each)),
    ]),
  };
}
