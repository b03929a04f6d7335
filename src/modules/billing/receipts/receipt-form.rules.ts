import type { Field } from '~/kit/shared/fields/fields';
import { readTyped } from '~/kit/shared/fields/typed-values';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { canPay, freeBalance } from '~/modules/billing/invoices/invoices.rules';
import { amountProblem } from '~/modules/billing/payments/amounts.rules';
import { type Allocation, allocationFields, mostAllocations } from './receipts.fields';
import {
  allocateOldestFirst,
  allocateRounded,
  allocated,
  oldestFirst,
  type Owed,
} from './receipts.rules';

export const lineParts = ['amount', 'tds_amount', 'round_off'] as const;
export type LinePart = (typeof lineParts)[number];
export type TypedLine = Readonly<Record<LinePart, string>>;

/** The typed texts of each invoice, by its id. */
export type TypedLines = Readonly<Record<number, TypedLine>>;

/** How the lines are filled: oldest first, the same with the end rounded off, or by hand. */
export type Filling = 'oldest' | 'rounded' | TypedLines;

export const emptyLine: TypedLine = { amount: '', tds_amount: '', round_off: '' };

/** A document in the form of an allocation: an invoice, or a bill described like one. */
export type Payable = Owed & Pick<Invoice, 'invoice_number'>;

type PayableInvoice = Payable & Pick<Invoice, 'customer_id' | 'status' | 'held_amount'>;

/** How the lines of a form are filled and checked: those of invoices by default. */
export interface LineRules {
  fields: Readonly<Record<LinePart, Field>>;
  fill: typeof allocateOldestFirst;
  round: typeof allocateRounded;
  /** What is wrong with what a line settles of a balance, both in rupees; null when it is valid. */
  problem: (amount: number, balance: number) => string | null;
}

const invoiceLines: LineRules = {
  fields: allocationFields,
  fill: allocateOldestFirst,
  round: allocateRounded,
  problem: amountProblem,
};

/**
 * The invoices of a customer that its receipt can pay, oldest first, with the balance that pending payments do not reserve;
 * drafts are issued before.
 */
export function payableInvoices<Row extends PayableInvoice>(
  invoices: readonly Row[],
  customer: number,
): Row[] {
  const payable = invoices.filter(
    (invoice) =>
      invoice.customer_id === customer && invoice.status !== 'draft' && canPay(invoice).ok,
  );
  return oldestFirst(payable.map(withFreeBalance)).slice(0, mostAllocations);
}

/** The same object where nothing is reserved, so that its line is not drawn again. */
function withFreeBalance<Row extends PayableInvoice>(invoice: Row): Row {
  return invoice.held_amount === 0 ? invoice : { ...invoice, balance_due: freeBalance(invoice) };
}

/** A typed sum or rate; 0 while it is none. */
export function typedNumber(text: string | undefined): number {
  const number = parseNumber(text ?? '', 'INR') ?? 0;
  return number > 0 ? number : 0;
}

export interface FilledLines {
  lines: TypedLines;
  /** In rupees. */
  rounding: number | null;
}

/** The texts of the lines, and the round-off in rupees that would settle the last invoice, where there is one. */
export function filledLines(
  invoices: readonly Payable[],
  filling: Filling,
  received: { amount: number; tdsRate: number },
  { fill, round }: LineRules = invoiceLines,
): FilledLines {
  if (typeof filling === 'object') return { lines: filling, rounding: null };
  const rounded = round(invoices, received);
  const rounding = rounded?.at(-1)?.round_off ?? null;
  const isRounded = filling === 'rounded' && rounded !== null;
  const lines = textsOf(isRounded ? rounded : fill(invoices, received));
  return { lines, rounding };
}

function textsOf(allocations: readonly Allocation[]): TypedLines {
  const text = (rupees: number) => (rupees === 0 ? '' : rupees.toFixed(2));
  return Object.fromEntries(
    allocations.map(({ invoice_id, amount, tds_amount, round_off }) => [
      invoice_id,
      { amount: text(amount), tds_amount: text(tds_amount), round_off: text(round_off) },
    ]),
  );
}

export interface ReadLines {
  /** Those to send, in the order of the invoices. */
  allocations: Allocation[];
  /** Messages, by `lineKey`. */
  problems: ReadonlyMap<string, string>;
  /** The first of them, with its invoice. */
  wrong: string | null;
}

export function lineKey(invoice: number, part: string): string {
  return `${invoice}.${part}`;
}

/** The allocations of the typed lines without empty ones, and their problems. */
export function readLines(
  invoices: readonly Payable[],
  lines: TypedLines,
  rules: LineRules = invoiceLines,
): ReadLines {
  const allocations: Allocation[] = [];
  const problems = new Map<string, string>();
  let wrong: string | null = null;
  const note = ({ id, invoice_number }: Payable, part: string, message: string) => {
    problems.set(lineKey(id, part), message);
    wrong ??= `${invoice_number}: ${message}`;
  };
  for (const invoice of invoices) {
    const line = lines[invoice.id] ?? emptyLine;
    if (lineParts.every((part) => isBlank(line[part]))) continue;
    const read = readLine(invoice.id, line, rules.fields);
    for (const [part, message] of read.problems) note(invoice, part, message);
    if (!read.allocation) continue;
    const problem = rules.problem(allocated(read.allocation), invoice.balance_due);
    if (problem !== null) note(invoice, 'amount', problem);
    allocations.push(read.allocation);
  }
  return { allocations, problems, wrong };
}

function isBlank(text: string): boolean {
  return text.trim() === '' || Number(text) === 0;
}

function readLine(invoice_id: number, line: TypedLine, fields: LineRules['fields']) {
  const problems: [LinePart, string][] = [];
  const values: Allocation = { invoice_id, amount: 0, tds_amount: 0, round_off: 0 };
  for (const part of lineParts) {
    if (isBlank(line[part])) continue;
    const reading = readTyped(fields[part], line[part], 'form');
    if (reading.ok) values[part] = Number(reading.value);
    else problems.push([part, reading.message]);
  }
  return { allocation: problems.length === 0 ? values : null, problems };
}
