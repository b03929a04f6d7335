import type { ErrorTable } from '~/kit/shared/error-codes';
import { fieldError } from '~/kit/shared/fields/typed-values';
import type { FieldProblem } from '~/kit/shared/verdict';
import { lineQuantityProblem } from '~/modules/catalogue/products/catalogue/products.rules';
import { newPriceProblem, type PriceLimit } from '~/modules/organization/company/prices.rules';
import { typedDiscountProblem } from '~/modules/sales/documents/lines/typed-discounts.rules';
import { readNumber, termProblems } from '~/modules/sales/documents/lines/typed-lines.rules';
import {
  invoiceForm,
  invoiceLines,
  shownDiscount,
  type TypedInvoice,
  type TypedInvoiceLine,
} from './invoice-form.rules';
import { invoiceLineFields } from './invoices.fields';
import { dueDateProblem } from './invoices.rules';

export const invoiceRefusals = {
  'invoice.already_issued': [409, 'The invoice is issued and can no longer be changed or deleted'],
  'invoice.is_draft': [409, 'The invoice is a draft: delete it instead of cancelling it'],
  'invoice.cancelled': [409, 'The invoice is cancelled'],
  'invoice.exceeds_credit': [409, 'More than the credit of the invoice'],
  'invoice.status_derived': [409, 'The status is set automatically from payments and the due date'],
  'invoice.has_payments': [409, 'Payments were made on the invoice'],
  'invoice.has_notes': [409, 'Credit or debit notes of the invoice are issued'],
  'invoice.being_sent': [409, 'The invoice is being sent'],
  'invoice.delivery_unknown': [409, 'The email with the invoice may have arrived'],
  'invoice.is_opening': [409, 'The invoice is an opening balance: it has no document here'],
  'invoice.mail_rejected': [502, 'The mail server rejected the email'],
  'invoice.recipient_missing': [400, 'The customer has no email address'],
  'invoice.not_ready': [
    409,
    'The GST portals would refuse the invoice: `details` list what to fix first',
  ],
  'invoice.irn_active': [409, 'The invoice has an IRN: cancel it first'],
  'invoice.nothing_due': [409, 'Nothing is due on the invoice'],
  'invoice.exceeds_due': [409, 'The amount exceeds what is due on the invoice'],
  'invoice.written_off': [409, 'Part of the invoice was written off: reverse that first'],
  'invoice.customer_mismatch': [400, 'The order belongs to another customer'],
  'invoice.line_already_invoiced': [409, 'A line of the order is on another invoice'],
  'invoice.totals_mismatch': [400, 'The amounts sent do not match the lines'],
  'payment.exceeds_balance': [400, 'The amount exceeds the balance of the invoice'],
} as const satisfies ErrorTable;

/**
 * The form's problems in the order in which they are reported (docs/product/invoices.md#checks); the first one is
 * shown.
 */
export function invoiceProblems(
  typed: TypedInvoice,
  prices: PriceLimit = { decimals: 2, existing: [] },
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (typed.customer_id === null)
    problems.push({ field: 'customer_id', message: 'Please select a customer' });
  if (typed.items.length === 0)
    problems.push({ field: 'items', message: 'Please add at least one item' });
  typed.items.forEach((line, index) => {
    if (!isAlreadyFine(line, prices)) problems.push(...newLineProblems(line, index, prices));
  });
  const discount = typedDiscountProblem(shownDiscount(typed), invoiceForm.pricedLines(typed));
  return [...problems, ...(discount === null ? [] : [discount]), ...headerProblems(typed)];
}

function headerProblems(typed: TypedInvoice): FieldProblem[] {
  const problems = invoiceForm.headerProblems(typed);
  if (problems.some(({ field }) => field === 'invoice_date' || field === 'due_date'))
    return problems;
  const message = dueDateProblem(typed, null);
  return message === null ? problems : [{ field: 'due_date', message }, ...problems];
}

/** Lines without a problem, by the decimals of prices: most of a long invoice are as they were a moment ago. */
const fine = new WeakMap<TypedInvoiceLine, PriceLimit['decimals']>();

function isAlreadyFine(line: TypedInvoiceLine, { decimals }: PriceLimit): boolean {
  return fine.get(line) === decimals;
}

function newLineProblems(
  line: TypedInvoiceLine,
  index: number,
  prices: PriceLimit,
): FieldProblem[] {
  const problems = lineProblems(line, index, prices);
  if (problems.length === 0) fine.set(line, prices.decimals);
  return problems;
}

function lineProblems(line: TypedInvoiceLine, index: number, prices: PriceLimit): FieldProblem[] {
  const numbers = {
    description: line.description,
    quantity: readNumber(line.quantity),
    unit_price: readNumber(line.unit_price),
  };
  const { label } = invoiceLineFields.unit_price;
  const wrong = (['description', 'quantity', 'unit_price'] as const).flatMap((name) => {
    const wanting = fieldError(invoiceLineFields[name], numbers[name], 'form');
    const finer = name === 'unit_price' ? newPriceProblem(label, numbers[name], prices) : null;
    const message = wanting ?? finer;
    return message ? [{ field: `items.${index}.${name}`, message }] : [];
  });
  wrong.push(...termProblems(line, invoiceLines, index));
  const problem = lineQuantity(line, numbers.quantity);
  if (problem === null) return wrong;
  return [...wrong, { field: `items.${index}.quantity`, message: `Item ${index + 1}: ${problem}` }];
}

/** The rest of an order's line can be invoiced even if it is finer than the unit now allows. */
function lineQuantity(
  { remaining, unitDecimals, description }: TypedInvoiceLine,
  quantity: number,
): string | null {
  if (remaining !== null && quantity > remaining)
    return `Only ${remaining} of this line can still be invoiced`;
  if (!unitDecimals || quantity === remaining || Number.isNaN(quantity)) return null;
  return lineQuantityProblem(description, quantity, unitDecimals);
}
