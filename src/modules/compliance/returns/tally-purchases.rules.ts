import type { DocumentParty } from '~/modules/sales/documents/print/tax-documents.fields';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { entry } from './tally-entries.rules';
import { type Ledger, ledgers, tallyDay } from './tally-masters.rules';
import { element, type Xml } from './xml.rules';

/** The ledgers of purchases. */
export const purchaseLedgers = {
  purchases: { name: 'Purchases', group: 'Purchase Accounts', duty: null },
  cgst: { name: 'Input CGST', group: 'Duties & Taxes', duty: 'Central Tax' },
  sgst: { name: 'Input SGST', group: 'Duties & Taxes', duty: 'State Tax' },
  igst: { name: 'Input IGST', group: 'Duties & Taxes', duty: 'Integrated Tax' },
  tax: { name: 'Input Tax', group: 'Duties & Taxes', duty: null },
  reverseCharge: { name: 'Tax Payable on Reverse Charge', group: 'Duties & Taxes', duty: null },
  tds: { name: 'TDS Payable', group: 'Duties & Taxes', duty: null },
} as const satisfies Record<string, Ledger>;

/** A booked or cancelled bill or credit of a vendor, in rupees. */
export interface BookedBill {
  kind: 'bill' | 'credit';
  voucher_number: string;
  bill_number: string;
  bill_date: string;
  is_cancelled: boolean;
  subtotal: number;
  /** Credited by the tax office; blocked tax is part of the cost. */
  cgst: number;
  sgst: number;
  igst: number;
  tax: number;
  blocked: number;
  /** Of all of it, where it is under reverse charge. */
  reverse_charge_tax: number;
  round_off: number;
  tds_amount: number;
  payable_amount: number;
  vendor: DocumentParty;
}

/** A payment to a vendor, in rupees. */
export interface PaidVendor {
  payment_number: string;
  payment_date: string;
  payment_method: string;
  reference_number: string | null;
  is_cancelled: boolean;
  amount: number;
  tds_amount: number;
  round_off: number;
  vendor: DocumentParty;
}

interface Head {
  type: 'Purchase' | 'Debit Note' | 'Payment';
  number: string;
  date: string;
  reference: string | null;
  isCancelled: boolean;
}

function voucher(party: string, head: Head, entries: readonly (Xml | null)[]): Xml {
  const { type, number, date, reference, isCancelled } = head;
  const elements = [
    element('DATE', tallyDay(date)),
    element('VOUCHERTYPENAME', type),
    element('VOUCHERNUMBER', number),
    reference === null ? null : element('REFERENCE', reference),
    element('PARTYLEDGERNAME', party),
    element('ISCANCELLED', isCancelled ? 'Yes' : 'No'),
  ];
  return element('VOUCHER', [...elements, ...(isCancelled ? [] : entries)], {
    VCHTYPE: type,
    ACTION: 'Create',
  });
}

/** What a vendor is owed is positive, what it is owed for negative; a credit the other way round. */
export function billVoucher(party: string, bill: BookedBill): Xml {
  const isCredit = bill.kind === 'credit';
  const sign = isCredit ? -1 : 1;
  const head: Head = {
    type: isCredit ? 'Debit Note' : 'Purchase',
    number: bill.voucher_number,
    date: bill.bill_date,
    reference: bill.bill_number,
    isCancelled: bill.is_cancelled,
  };
  return voucher(party, head, [
    entry(party, sign * bill.payable_amount, true),
    entry(purchaseLedgers.purchases.name, -sign * sumOf([bill.subtotal, bill.blocked])),
    entry(purchaseLedgers.cgst.name, -sign * bill.cgst),
    entry(purchaseLedgers.sgst.name, -sign * bill.sgst),
    entry(purchaseLedgers.igst.name, -sign * bill.igst),
    entry(purchaseLedgers.tax.name, -sign * bill.tax),
    entry(purchaseLedgers.reverseCharge.name, sign * bill.reverse_charge_tax),
    entry(purchaseLedgers.tds.name, sign * bill.tds_amount),
    entry(ledgers.roundOff.name, -sign * bill.round_off),
  ]);
}

/** What settles bills is the party's: the money, the TDS of an advance, and a round-off. */
export function vendorPaymentVoucher(party: string, payment: PaidVendor): Xml {
  const { amount, tds_amount, round_off, payment_method } = payment;
  const { name } = payment_method === 'cash' ? ledgers.cash : ledgers.bank;
  const head: Head = {
    type: 'Payment',
    number: payment.payment_number,
    date: payment.payment_date,
    reference: payment.reference_number,
    isCancelled: payment.is_cancelled,
  };
  return voucher(party, head, [
    entry(party, -sumOf([amount, tds_amount, round_off]), true),
    entry(name, amount),
    entry(purchaseLedgers.tds.name, tds_amount),
    entry(ledgers.roundOff.name, round_off),
  ]);
}
