import { fieldError } from '~/kit/shared/fields/typed-values';
import type { Day } from '~/kit/shared/time/days';
import { remembered } from '~/kit/shared/fields/remembered';
import type { FieldProblem } from '~/kit/shared/verdict';
import type { PriceDecimals } from '~/modules/organization/company/prices.rules';
import { typedDiscountProblem } from '~/modules/sales/documents/typed-discounts.rules';
import {
  readNumber,
  termProblems,
  type TypedLine,
} from '~/modules/sales/documents/typed-lines.rules';
import {
  isTouched,
  orderForm,
  orderLists,
  type TypedOrder,
  type TypedOrderLine,
} from './order-form.rules';
import { orderServiceFields, type OrderWithLines } from './orders.fields';
import { type OrderDraft, orderProblems } from './orders.rules';

interface Frame {
  before: OrderWithLines | null;
  today: Day;
  decimals?: PriceDecimals;
}

/** The form's problems in the order in which they are reported (docs/product/orders.md#checks). */
export function typedProblems(typed: TypedOrder, frame: Frame): FieldProblem[] {
  // By position in the form: skipping an empty line must not renumber the following ones.
  const items = typed.items.some(isTouched) ? typed.items : [];
  const draft = { ...draftOf({ ...typed, items }, frame), prices: pricesOf(frame) };
  const problems = orderProblems(draft, frame.today).filter(
    ({ field }) => !items.some((item, at) => field.startsWith(`items.${at}.`) && !isTouched(item)),
  );
  const rest = (list: 'items' | 'services', of: typeof wrongTerms) =>
    typed[list].flatMap((line, at) => (isFine(line, list, frame) ? [] : of(line, at, list)));
  const wrongDiscount = typedDiscountProblem(typed.discount, orderForm.pricedLines(typed));
  return [
    ...problems,
    ...rest('services', longNotes),
    ...orderForm.headerProblems(typed),
    ...rest('items', wrongTerms),
    ...rest('services', wrongTerms),
    ...(wrongDiscount === null ? [] : [wrongDiscount]),
  ];
}

const unitless = { code: '', decimals: orderLists.items.decimals };

function draftItem(item: TypedOrderLine) {
  return {
    ...numbersOf(item),
    product_id: item.product_id,
    product: { ...(item.fineness ?? unitless), name: item.description },
  };
}

function draftService(service: TypedOrderLine) {
  return { ...numbersOf(service), service_id: service.service_id };
}

function numbersOf({ quantity, unit_price }: TypedLine) {
  return { quantity: readNumber(quantity), unit_price: readNumber(unit_price) };
}

/** Stands for every line that has no problem: most of a long order are as they were a moment ago. */
const fine = { product_id: 1, service_id: 1, quantity: 1, unit_price: 0 };

/** The input of `orderProblems`; includes the delivery date only when it changed. */
function draftOf(typed: TypedOrder, frame: Frame): OrderDraft {
  const isSameDay = typed.delivery_date === (frame.before?.delivery_date ?? '');
  return {
    customer_id: typed.customer_id,
    items: typed.items.map((item) => (isFine(item, 'items', frame) ? fine : draftItem(item))),
    services: typed.services.map((service) =>
      isFine(service, 'services', frame) ? fine : draftService(service),
    ),
    ...(isSameDay ? {} : { delivery_date: typed.delivery_date }),
  };
}

function pricesOf({ before, decimals = 2 }: Frame) {
  return { decimals, known: before ? keptPrices(before) : [] };
}

const keptPrices = remembered(({ items, services }: OrderWithLines) =>
  [...items, ...services].map(({ unit_price }) => unit_price),
);

interface Known {
  before: OrderWithLines | null;
  decimals: PriceDecimals | undefined;
  isFine: boolean;
}

const known = { items: new WeakMap<object, Known>(), services: new WeakMap<object, Known>() };

function isFine(line: TypedOrderLine, list: 'items' | 'services', frame: Frame): boolean {
  const told = known[list].get(line);
  if (told && told.before === frame.before && told.decimals === frame.decimals) return told.isFine;
  const { before, today, decimals } = frame;
  const lines =
    list === 'items' ? { items: [draftItem(line)] } : { services: [draftService(line)] };
  const draft = { customer_id: 1, ...lines, prices: pricesOf(frame) };
  const wrong = [
    ...orderProblems(draft, today),
    ...longNotes(line, 0, list),
    ...wrongTerms(line, 0, list),
  ];
  known[list].set(line, { before, decimals, isFine: wrong.length === 0 });
  return wrong.length === 0;
}

function longNotes(line: TypedOrderLine, at: number, list: 'items' | 'services'): FieldProblem[] {
  const message = fieldError(orderServiceFields.notes, line.notes, 'form');
  if (message === null || list === 'items') return [];
  const noun = orderLists[list].noun;
  return [{ field: `${list}.${at}.notes`, message: `${noun} ${at + 1}: ${message}` }];
}

function wrongTerms(line: TypedOrderLine, at: number, list: 'items' | 'services'): FieldProblem[] {
  return termProblems(line, orderLists[list]).map(({ field, message }) => ({
    field: `${list}.${at}.${field}`,
    message: `${orderLists[list].noun} ${at + 1}: ${message}`,
  }));
}
