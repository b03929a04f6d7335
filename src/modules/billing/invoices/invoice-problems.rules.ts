import { fieldError } from '~/kit/shared/fields/typed-values';
import type { FieldProblem } from '~/kit/shared/verdict';
import { lineQuantityProblem } from '~/modules/catalogue/products/catalogue/products.rules';
import { newPriceProblem, type PriceLimit } from '~/modules/organization/company/prices.rules';
import { typedDiscountProblem } from '~/modules/sales/documents/typed-discounts.rules';
import { readNumber, termProblems } from '~/modules/sales/documents/typed-lines.rules';
import {
  invoiceForm,
  invoiceLines,
  shownDiscount,
  type TypedInvoice,
  type TypedInvoiceLine,
} from './invoice-form.rules';
import { invoiceLineFields } from './invoices.fields';
import { dueDateProblem } from './invoices.rules';

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
  wrong.push(
    ...termProblems(line, invoiceLines).map(({ field, message }) => ({
      field: `items.${index}.${field}`,
      message: `Item ${index + 1}: ${message}`,
    })),
  );
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
