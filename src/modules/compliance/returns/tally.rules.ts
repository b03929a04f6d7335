import type { Voucher } from '~/modules/billing/advances/advances.fields';
import type { ReportedVoucher } from '~/modules/billing/advances/reported-advances.fields';
import { countedQuantity } from '~/modules/sales/documents/taxes/hsn-summary.rules';
import type {
  DocumentParty,
  TaxDocument,
  TaxDocumentLine,
} from '~/modules/sales/documents/print/tax-documents.fields';
import type { ReceivedPayment } from '~/modules/billing/payments/received-payments.fields';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { isOfServices } from '~/modules/catalogue/tax/services.rules';
import {
  ledgerMasters,
  ledgers,
  ownLedgers,
  partyLedger,
  stateName,
  stockItem,
  tallyDay,
  tallyName,
  TallyNames,
  unitMaster,
} from './tally-masters.rules';
import { amountOf, entry } from './tally-entries.rules';
import {
  billVoucher,
  type BookedBill,
  type PaidVendor,
  purchaseLedgers,
  vendorPaymentVoucher,
} from './tally-purchases.rules';
import { element, type Xml, xmlText } from './xml.rules';

const voucherTypes = {
  invoice: 'Sales',
  credit_note: 'Credit Note',
  debit_note: 'Debit Note',
} as const;

/** Of each name of several parties, in small letters, the GSTIN of the one that has it plain in every month. */
export type NameOwners = ReadonlyMap<string, string | null>;

/** HSN code and unit of goods, which tell goods of one description apart. */
export type GoodsKind = Pick<TaxDocumentLine, 'hsn_code'> & { uqc: string };

/** Of each description of several goods, as `tallyName` in small letters, those that have it plain in every month. */
export type ItemOwners = ReadonlyMap<string, GoodsKind>;

/**
 * The XML of a month's documents for Tally (docs/product/returns.md#tally), made piece by piece: the masters that a
 * voucher names come before it. The texts follow each other in the file.
 */
export class TallyFile {
  readonly #parties = new TallyNames(
    Object.values({ ...ledgers, ...purchaseLedgers }).map(({ name }) => name),
  );
  readonly #items = new TallyNames([]);
  readonly #units = new Set<string>();
  #hasPurchases = false;
  readonly #owners: NameOwners;
  readonly #itemOwners: ItemOwners;

  constructor(owners: NameOwners = new Map(), itemOwners: ItemOwners = new Map()) {
    this.#owners = owners;
    this.#itemOwners = itemOwners;
  }

  head(company: string): string {
    return `<?xml version="1.0" encoding="UTF-8"?>
<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>All Masters</REPORTNAME><STATICVARIABLES><SVCURRENTCOMPANY>${xmlText(company)}</SVCURRENTCOMPANY></STATICVARIABLES></REQUESTDESC><REQUESTDATA>
${messages(ownLedgers())}`;
  }

  tail(): string {
    return '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n';
  }

  /** The voucher of a document, and before it the masters that it is the first to name. */
  add(doc: TaxDocument): string {
    const masters: Xml[] = [];
    const party = this.#partyOf(doc.buyer, masters);
    const items = doc.lines.map((line) => this.#itemOf(line, masters));
    return messages([...masters, voucher(doc, party, items)]);
  }

  /** Names a document that is damaged and has no voucher. */
  leaveOut(number: string): string {
    return `<!-- Left out, its stored document is damaged: ${xmlText(number).replaceAll('--', '- -')} -->\n`;
  }

  /** The receipt of an advance or its refund, and before it the party where it is the first to name it. */
  addVoucher({ voucher: paper, status }: ReportedVoucher): string {
    const masters: Xml[] = [];
    const party = this.#partyOf(paper.buyer, masters);
    const receipt = {
      type: paper.kind === 'receipt' ? 'Receipt' : 'Payment',
      number: paper.number,
      date: paper.date,
      reference: paper.original?.number ?? null,
      supplyState: paper.place_of_supply,
      narration: null,
      isCancelled: status === 'cancelled',
    } as const;
    return messages([...masters, moneyVoucher(party, paper, receipt)]);
  }

  /** The receipt of an invoice's payment, a journal where it is not money, and before it the party where it is the first to name it. */
  addPayment(payment: ReceivedPayment, buyer: DocumentParty | null): string {
    if (buyer === null) return '';
    const masters: Xml[] = [];
    const party = this.#partyOf(buyer, masters);
    const { id, invoice_number, kind, payment_date: date, reference_number } = payment;
    const { type, ledger, noun } = settlements[kind];
    const receipt = {
      type,
      number: `PAYMENT-${id}`,
      date,
      reference: invoice_number,
      supplyState: null,
      narration: [`${noun} of ${invoice_number}`, reference_number].filter(Boolean).join(', '),
      isCancelled: false,
      ledger,
    } as const;
    const amount = type === 'Payment' ? -payment.amount : payment.amount;
    return messages([...masters, moneyVoucher(party, { ...payment, amount }, receipt)]);
  }

  /** The voucher of a bill or a credit of a vendor, and before it the masters that it is the first to name. */
  addBill(bill: BookedBill): string {
    const masters = this.#purchaseLedgers();
    const party = this.#partyOf(bill.vendor, masters, 'Sundry Creditors');
    return messages([...masters, billVoucher(party, bill)]);
  }

  /** The same of a payment to a vendor. */
  addVendorPayment(payment: PaidVendor): string {
    const masters = this.#purchaseLedgers();
    const party = this.#partyOf(payment.vendor, masters, 'Sundry Creditors');
    return messages([...masters, vendorPaymentVoucher(party, payment)]);
  }

  /** Those of purchases come with the first of them: a company that does not buy has none. */
  #purchaseLedgers(): Xml[] {
    if (this.#hasPurchases) return [];
    this.#hasPurchases = true;
    return ledgerMasters(purchaseLedgers);
  }

  #partyOf(
    buyer: DocumentParty,
    masters: Xml[],
    group: 'Sundry Debtors' | 'Sundry Creditors' = 'Sundry Debtors',
  ): string {
    const { gstin: detail } = buyer;
    const plain = buyer.name.toLowerCase();
    const isOthers = this.#owners.has(plain) && this.#owners.get(plain) !== detail;
    const key = JSON.stringify([plain, detail]);
    const party = this.#parties.of(key, buyer.name, { detail, isOthers });
    if (party.isNew) masters.push(partyLedger(party.name, buyer, group));
    return party.name;
  }

  #itemOf(line: TaxDocumentLine, masters: Xml[]): Item {
    if (isOfServices(line)) return { line, name: '', unit: '' };
    const unit = line.uqc ?? 'OTH';
    if (!this.#units.has(unit)) masters.push(unitMaster(unit));
    this.#units.add(unit);
    const plain = tallyName(line.description).toLowerCase();
    const key = JSON.stringify([plain, unit, line.hsn_code]);
    const owner = this.#itemOwners.get(plain);
    const detail = owner ? differenceOf({ ...line, uqc: unit }, owner) : line.hsn_code;
    const isOthers = owner !== undefined && detail !== null;
    const { name, isNew } = this.#items.of(key, line.description, { detail, isOthers });
    if (isNew) masters.push(stockItem(name, line, unit));
    return { line, name, unit };
  }
}

/** What goods have otherwise than those that have the plain name; null for those themselves. */
function differenceOf({ hsn_code, uqc }: GoodsKind, owner: GoodsKind): string | null {
  const code = hsn_code === owner.hsn_code ? [] : [hsn_code ?? 'no HSN'];
  const different = [...code, ...(uqc === owner.uqc ? [] : [uqc])];
  return different.length === 0 ? null : different.join(', ');
}

/** What a payment of each kind is to the books: money, or the ledger that takes what the party no longer owes. */
const settlements = {
  cash: { type: 'Receipt', ledger: null, noun: 'Payment' },
  refund: { type: 'Payment', ledger: null, noun: 'Refund' },
  tds: { type: 'Journal', ledger: ledgers.tds.name, noun: 'TDS' },
  round_off: { type: 'Journal', ledger: ledgers.roundOff.name, noun: 'Round-off' },
  write_off: { type: 'Journal', ledger: ledgers.badDebts.name, noun: 'Write-off' },
} as const satisfies Record<
  ReceivedPayment['kind'],
  { type: MoneyPaper['type']; ledger: string | null; noun: string }
>;

interface Item {
  line: TaxDocumentLine;
  name: string;
  unit: string;
}

function messages(all: readonly Xml[]): string {
  const namespace = { 'xmlns:UDF': 'TallyUDF' };
  return all.map((each) => `${element('TALLYMESSAGE', [each], namespace).xml}\n`).join('');
}

function voucher(doc: TaxDocument, party: string, items: readonly Item[]): Xml {
  const type = voucherTypes[doc.kind];
  const isCancelled = doc.status === 'cancelled';
  const elements = [
    element('DATE', tallyDay(doc.date)),
    element('VOUCHERTYPENAME', type),
    element('VOUCHERNUMBER', doc.number),
    doc.original ? element('REFERENCE', doc.original.number) : null,
    element('PARTYLEDGERNAME', party),
    element('PLACEOFSUPPLY', stateName(doc.place_of_supply)),
    element('ISINVOICE', 'Yes'),
    element('ISCANCELLED', isCancelled ? 'Yes' : 'No'),
  ];
  const entries = isCancelled ? [] : entriesOf(doc, party, items);
  return element('VOUCHER', [...elements, ...entries], {
    VCHTYPE: type,
    ACTION: 'Create',
    OBJVIEW: 'Invoice Voucher View',
  });
}

interface MoneyPaper {
  type: 'Receipt' | 'Payment' | 'Journal';
  number: string;
  date: string;
  reference: string | null;
  /** The code of the state of supply. */
  supplyState: string | null;
  narration: string | null;
  isCancelled: boolean;
  /** The other side, where no money moved. */
  ledger?: string | null;
}

/** Money that came is the party's: positive there, negative where it lies; money that was given back the other way round. */
function moneyVoucher(
  party: string,
  { amount, payment_method }: Pick<Voucher, 'amount' | 'payment_method'>,
  { type, number, date, reference, supplyState, narration, isCancelled, ledger }: MoneyPaper,
): Xml {
  const sign = type === 'Payment' ? -1 : 1;
  const { name } = payment_method === 'cash' ? ledgers.cash : ledgers.bank;
  const elements = [
    element('DATE', tallyDay(date)),
    element('VOUCHERTYPENAME', type),
    element('VOUCHERNUMBER', number),
    reference === null ? null : element('REFERENCE', reference),
    narration === null ? null : element('NARRATION', narration),
    element('PARTYLEDGERNAME', party),
    supplyState === null ? null : element('PLACEOFSUPPLY', stateName(supplyState)),
    element('ISCANCELLED', isCancelled ? 'Yes' : 'No'),
  ];
  const amounts = [entry(party, sign * amount, true), entry(ledger ?? name, -sign * amount)];
  return element('VOUCHER', [...elements, ...(isCancelled ? [] : amounts)], {
    VCHTYPE: type,
    ACTION: 'Create',
  });
}

/** What is charged to the party is negative, what it is charged for positive; a credit note the other way round. */
function entriesOf(doc: TaxDocument, party: string, items: readonly Item[]): (Xml | null)[] {
  const sign = doc.kind === 'credit_note' ? -1 : 1;
  const services = items.filter(({ line }) => isOfServices(line));
  const taxes =
    doc.tax_mode === 'single'
      ? [entry(ledgers.tax.name, sign * doc.tax_amount)]
      : [
          entry(ledgers.cgst.name, sign * doc.cgst_amount),
          entry(ledgers.sgst.name, sign * doc.sgst_amount),
          entry(ledgers.igst.name, sign * doc.igst_amount),
        ];
  return [
    entry(party, -sign * doc.total_amount, true),
    entry(ledgers.services.name, sign * sumOf(services.map(({ line }) => line.taxable_value))),
    ...taxes,
    entry(ledgers.roundOff.name, sign * doc.round_off),
    ...items.filter(({ line }) => !isOfServices(line)).map((item) => inventory(item, sign)),
  ];
}

function inventory({ line, name, unit }: Item, sign: 1 | -1): Xml {
  const amounts = amountOf(sign * line.taxable_value);
  const counted = countedQuantity(line);
  const quantity = `${counted} ${unit}`;
  return element('ALLINVENTORYENTRIES.LIST', [
    element('STOCKITEMNAME', name),
    ...amounts,
    ...(counted === 0
      ? []
      : [
          element('RATE', `${line.unit_price}/${unit}`),
          element('ACTUALQTY', quantity),
          element('BILLEDQTY', quantity),
        ]),
    element('ACCOUNTINGALLOCATIONS.LIST', [element('LEDGERNAME', ledgers.goods.name), ...amounts]),
  ]);
}
