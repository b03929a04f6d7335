import { rupeesInWords } from '~/kit/shared/money/amount-words';
import { rupees } from '~/kit/shared/money/money';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { formatDay } from '~/kit/shared/time/days';
import { paymentMethods } from '~/modules/billing/payments/payments.fields';
import type { BillingProfile } from '~/modules/organization/company/identity.fields';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { issuerLines, issuerOf } from '~/modules/sales/documents/print/parties.print';
import type { WholeReceipt } from './receipts.fields';
import { allocated, spentCredit } from './receipts.rules';

interface Printed {
  receipt: WholeReceipt;
  issuer: BillingProfile | null;
  logo: string | null;
}

/** A receipt on paper (docs/product/receipts.md#pdf); a cancelled one is marked so across the page. */
export function receiptPrint({ receipt, issuer, logo }: Printed): PrintDocument {
  const { receipt_number, receipt_date, reference_number, allocations } = receipt;
  const method = paymentMethods.find(({ value }) => value === receipt.payment_method);
  return {
    title: receipt_number,
    day: receipt_date,
    ...(logo === null ? {} : { logo }),
    heading: 'RECEIPT',
    issuer: issuerLines(issuerOf(issuer)),
    head: [
      { label: 'Receipt Number', value: receipt_number, strong: true },
      { label: 'Date', value: formatDay(receipt_date) },
      { label: 'Payment Method', value: method?.label ?? receipt.payment_method },
      ...(reference_number === null
        ? []
        : [{ label: 'Reference Number', value: reference_number }]),
    ],
    parties: [{ heading: 'Received From', lines: [receipt.customer_name] }],
    ...(allocations.length === 0 ? {} : { table: tableOf(receipt) }),
    totals: [
      { label: 'Amount Received', value: rupees(receipt.amount), strong: true },
      ...(receipt.tds_amount === 0 ? [] : [{ label: 'TDS', value: rupees(receipt.tds_amount) }]),
      ...(receipt.round_off === 0
        ? []
        : [{ label: 'Round-off', value: rupees(receipt.round_off) }]),
      ...creditOf(receipt).flatMap(([label, amount]) =>
        amount === 0 ? [] : [{ label, value: rupees(amount) }],
      ),
    ],
    notes: [
      { heading: 'Amount in Words', text: rupeesInWords(receipt.amount) },
      ...(receipt.notes === null ? [] : [{ heading: 'Notes', text: receipt.notes }]),
    ],
    ...(receipt.status === 'cancelled' ? { mark: 'CANCELLED' } : {}),
  };
}

/** The share of the amount that its invoices do not have, by what became of it. */
function creditOf(receipt: WholeReceipt): [string, number][] {
  const refunded = sumOf(receipt.refunds.map(({ amount }) => amount));
  return [
    ['Applied as Advance', sumOf([spentCredit(receipt), -refunded])],
    ['Refunded', refunded],
    ['Unallocated', receipt.unallocated],
  ];
}

function tableOf({ allocations }: WholeReceipt): NonNullable<PrintDocument['table']> {
  const amounts = ['Amount', 'TDS', 'Round-off', 'Total'];
  return {
    columns: [
      { label: 'Invoice Number', width: '*', align: 'left' },
      { label: 'Date', width: 'auto', align: 'left' },
      ...amounts.map((label) => ({ label, width: 'auto', align: 'right' }) as const),
    ],
    rows: allocations.map((each) => [
      each.invoice_number,
      formatDay(each.allocation_date),
      rupees(each.amount),
      rupees(each.tds_amount),
      rupees(each.round_off),
      rupees(allocated(each)),
    ]),
  };
}
