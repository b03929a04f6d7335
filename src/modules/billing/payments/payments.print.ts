import { rupeesInWords } from '~/kit/shared/money/amount-words';
import { formatDay } from '~/kit/shared/time/days';
import { rupees } from '~/kit/shared/money/money';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { issuerLines, issuerOf } from '~/modules/sales/documents/print/parties.print';
import type { BillingProfile } from '~/modules/organization/company/identity.fields';
import { type Payment, paymentKinds, paymentMethods, paymentStatuses } from './payments.fields';

/**
 * Data of a receipt; without the invoice's record, the payment's own fields are used
 * (docs/product/payments.md#receipt).
 */
export interface ReceiptDetails {
  payment: Payment;
  invoice: Invoice | null;
  issuer: BillingProfile | null;
}

/** The receipt of a payment; one that is not completed is marked so across the page. */
export function receiptPrintDocument({ payment, invoice, issuer }: ReceiptDetails): PrintDocument {
  const invoiceNumber = invoice?.invoice_number ?? payment.invoice_number;
  return {
    title: `Receipt-${payment.id}`,
    day: payment.payment_date,
    heading: 'RECEIPT',
    issuer: issuerLines(issuerOf(issuer)),
    head: [
      { label: 'Receipt Number', value: `#${payment.id}`, strong: true },
      { label: 'Payment Date', value: formatDay(payment.payment_date) },
      { label: 'Invoice Number', value: invoiceNumber },
    ],
    parties: [
      { heading: 'Received From', lines: [invoice?.customer_name ?? payment.customer_name] },
    ],
    table: {
      columns: [
        { label: 'Payment Method', width: '*', align: 'left' },
        { label: 'Reference Number', width: '*', align: 'left' },
        { label: 'Status', width: 'auto', align: 'left' },
        { label: 'Amount', width: 'auto', align: 'right' },
      ],
      rows: [
        [
          wordOf(paymentMethods, payment.payment_method),
          payment.reference_number ?? '–',
          wordOf(paymentStatuses, payment.status),
          rupees(payment.amount),
        ],
      ],
    },
    totals: [
      { label: amountLabel(payment), value: rupees(payment.amount), strong: true },
      ...(invoice
        ? [
            { label: 'Invoice Total', value: rupees(invoice.total_amount) },
            { label: 'Balance Due', value: rupees(invoice.balance_due) },
          ]
        : []),
    ],
    notes: [
      ...(payment.kind === 'cash'
        ? [{ heading: 'Amount in Words', text: rupeesInWords(payment.amount) }]
        : []),
      ...(payment.notes ? [{ heading: 'Notes', text: payment.notes }] : []),
    ],
    ...(payment.status === 'completed'
      ? {}
      : { mark: wordOf(paymentStatuses, payment.status).toUpperCase() }),
  };
}

/** TDS and round-off are not money that was received. */
function amountLabel({ kind }: Payment): string {
  return kind === 'cash' ? 'Amount Received' : wordOf(paymentKinds, kind);
}

function wordOf(choices: readonly { value: string; label: string }[], value: string): string {
  return choices.find((each) => each.value === value)?.label ?? value;
}
