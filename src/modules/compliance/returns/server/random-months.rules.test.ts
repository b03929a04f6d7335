import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toPaise } from '~/kit/shared/money/money';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { creditedInParts } from '~/modules/billing/credit-notes/note-parts.builders';
import { randomInvoice } from '~/modules/sales/documents/taxes/server/random-documents.builders';
import { discountDetails } from '~/modules/sales/documents/print/single-documents.print';
import { printedTaxes } from '~/modules/sales/documents/taxes/tax-columns.rules';
import type { TaxDocument } from '~/modules/sales/documents/print/tax-documents.fields';
import { taxPrintDocument } from '~/modules/sales/documents/print/tax-documents.print';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { eInvoiceOf } from '~/modules/compliance/filings/e-invoice.rules';
import { gstr1 } from '../gstr1.rules';
import { portalFile } from '../portal-file.rules';
import { noSums, plus, type ReturnDocument, signOf, taxOf } from '../reported-lines.rules';
import { TallyFile } from '../tally.rules';

/** `DOCUMENTS=10000` for as many as docs/measurements.md tells of. */
const documents = Number(process.env['DOCUMENTS'] ?? 2000);
const november = { gstin: '27AAPFU0939F1ZV', month: '2026-11' };

type Summed = 'taxable_value' | 'document_discount' | 'cgst_amount' | 'igst_amount';
const lineSum = (doc: TaxDocument, name: Summed) => sumOf(doc.lines.map((line) => line[name] ?? 0));

/** Like `expect(one).toEqual(other)`, which takes too long for millions of amounts. */
function same(one: unknown, other: unknown): void {
  if (one !== other && JSON.stringify(one) !== JSON.stringify(other)) same(one, other);
}

/** What a document says of itself: its lines, their discounts and taxes, its sums. */
function expectWhole(doc: TaxDocument): void {
  for (const line of doc.lines) {
    same(line.taxable_value, sumOf([line.gross_amount, -line.discount_amount]));
    same(line.sgst_amount, line.cgst_amount);
    same(line.taxable_value >= 0, true);
  }
  if (doc.discount) same(lineSum(doc, 'document_discount'), doc.discount.amount);
  same(lineSum(doc, 'taxable_value'), doc.subtotal);
  same(lineSum(doc, 'cgst_amount'), doc.cgst_amount);
  same(lineSum(doc, 'igst_amount'), doc.igst_amount);
  same(sumOf([doc.cgst_amount, doc.sgst_amount, doc.igst_amount]), doc.tax_amount);
  same(sumOf([doc.subtotal, doc.tax_amount, doc.round_off]), doc.total_amount);
}

const rupeesIn = (text: string) => Number(text.replaceAll(/[₹,]/g, ''));
const textOf = (cell: string | { text: string } | undefined) =>
  rupeesIn(typeof cell === 'object' ? cell.text : (cell ?? ''));

function cellsUnder({ table }: PrintDocument, label: string): number[] {
  const at = table?.columns.findIndex((column) => column.label === label) ?? -1;
  return at < 0 ? [] : (table?.rows ?? []).map((row) => textOf(row[at] as never));
}

function expectPrinted(doc: TaxDocument): void {
  const printed = taxPrintDocument(doc, { account: null, upi_id: null, logo: null });
  const value = printed.table?.columns.some(({ label }) => label === 'Taxable Value');
  const values = cellsUnder(printed, value ? 'Taxable Value' : 'Value');
  same(
    values,
    doc.lines.map(({ taxable_value }) => taxable_value),
  );
  for (const { label, part } of printedTaxes(doc)) {
    same(
      cellsUnder(printed, label),
      doc.lines.map((line) => line[part]),
    );
    expect(rupeesIn(printed.totals.find((each) => each.label === label)?.value ?? '')).toBe(
      doc[part],
    );
  }
  const discounts = discountDetails(doc);
  if (doc.discount) same(sumOf(discounts.map((each) => rupeesIn(each.value))), doc.subtotal);
  const totals = printed.totals.slice(discounts.length).map((each) => rupeesIn(each.value));
  same(totals.at(-1), doc.total_amount);
  same(sumOf(totals.slice(0, -1)), doc.total_amount);
}

function expectPortal(doc: TaxDocument): void {
  const { ItemList, ValDtls } = eInvoiceOf(doc);
  for (const item of ItemList) same(sumOf([item.TotAmt, -item.Discount]), item.AssAmt);
  const sum = (name: 'AssAmt' | 'IgstAmt' | 'CgstAmt' | 'SgstAmt' | 'TotItemVal') =>
    sumOf(ItemList.map((item) => item[name]));
  expect(ValDtls).toMatchObject({ AssVal: doc.subtotal, TotInvVal: doc.total_amount });
  same(sum('AssAmt'), doc.subtotal);
  same(sumOf([sum('TotItemVal'), doc.round_off]), doc.total_amount);
  if (doc.reverse_charge) return;
  const taxes = ['IgstAmt', 'CgstAmt', 'SgstAmt'] as const;
  same(taxes.map(sum), [doc.igst_amount, doc.cgst_amount, doc.sgst_amount]);
}

function expectReturned(docs: readonly ReturnDocument[]): void {
  const month = gstr1(docs, november);
  const { hsn, doc_issue: _issued, ...tables } = month.tables;
  const all = Object.values(tables).reduce((sums, table) => plus(sums, table.sums), noSums);
  same(all, plus(noSums, month.totals));
  same(plus(noSums, hsn.sums), all);
  const total = (of: (doc: TaxDocument) => number) =>
    sumOf(docs.map((doc) => signOf(doc) * of(doc)));
  same(
    all.taxable_value,
    total(({ subtotal }) => subtotal),
  );
  const owed = month.totals.reverse_charge_tax;
  same(
    sumOf([taxOf(all), -owed]),
    total(({ tax_amount }) => tax_amount),
  );
  same(
    month.totals.total_amount,
    total(({ total_amount }) => total_amount),
  );
  const file = portalFile(month)['hsn'] as Record<string, { txval: number }[]> | undefined;
  const reported = Object.values(file ?? {}).flatMap((rows) => rows.map(({ txval }) => txval));
  same(sumOf(reported), all.taxable_value);
}

/** The ledger of the accounts: what the party owes, and everything else against it. */
function expectBooked(doc: TaxDocument): void {
  const [, voucher = ''] = new TallyFile().add(doc).split('<VOUCHER ');
  const own = voucher.replaceAll(/<ACCOUNTINGALLOCATIONS.*?<\/ACCOUNTINGALLOCATIONS\.LIST>/gs, '');
  const amounts = [...own.matchAll(/<AMOUNT>(.*?)<\/AMOUNT>/g)].map(([, amount]) => Number(amount));
  same(
    amounts.reduce((sum, amount) => sum + toPaise(amount), 0),
    0,
  );
  same(toPaise(amounts[0] ?? 0) + signOf(doc) * toPaise(doc.total_amount), 0);
}

it(`${documents} random invoices and their notes say the same everywhere, to the paisa`, () => {
  const month: ReturnDocument[] = [];
  const cuts = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 2 });
  let checked = 0;
  const property = fc.property(randomInvoice, cuts, (invoice, shares) => {
    const { notes, balance } = creditedInParts(invoice, shares);
    same(balance, 0);
    for (const doc of [invoice, ...notes]) {
      expectWhole(doc);
      expectPrinted(doc);
      expectPortal(doc);
      expectBooked(doc);
      const reported = { ...doc, original_total: invoice.total_amount };
      month.push(reported);
      checked += 1;
    }
    if (month.length >= 100) expectReturned(month.splice(0));
  });
  fc.assert(property, { numRuns: documents / 2.5 });
  expect(checked).toBeGreaterThanOrEqual(documents);
  expectReturned(month);
}, 240_000);
