import { fieldError } from '~/kit/shared/fields/typed-values';
import { remembered } from '~/kit/shared/fields/remembered';
import type { FieldProblem } from '~/kit/shared/verdict';
import type { PriceDecimals } from '~/modules/organization/company/prices.rules';
import { typedDiscountProblem } from './typed-discounts.rules';
import { readNumber, termProblems, type TypedLine } from './typed-lines.rules';
import {
  type FormFrame,
  isTouched,
  type LinesDocument,
  type ListName,
  orderLists,
  type RowWithLines,
  type TypedLines,
  type TypedOrderLine,
  type TypedParts,
  type TypedWithLines,
  withoutOptions,
} from './lines-form.rules';
import { serviceFields } from './order-lines.fields';
import { lineProblems } from './drafted-lines.rules';

interface Frame<Row> extends FormFrame<Row> {
  decimals?: PriceDecimals;
}

/** What the checks of a line go by. */
type LineFrame = Pick<Frame<RowWithLines>, 'before' | 'decimals'>;

/** The form's problems in the order in which they are reported (docs/product/orders.md#checks). */
export function typedProblems<
  Typed extends TypedWithLines,
  Row extends RowWithLines,
  Parts extends TypedParts,
>(kind: LinesDocument<Typed, Row, Parts>, typed: Typed, frame: Frame<Row>): FieldProblem[] {
  // By position in the form: skipping an empty line must not renumber the following ones.
  const items = typed.items.some(isTouched) ? typed.items : [];
  const draft = { ...draftOf({ items, services: typed.services }, frame), prices: pricesOf(frame) };
  const problems = kind
    .problemsOf(typed, draft, frame)
    .filter(
      ({ field }) =>
        !items.some((item, at) => field.startsWith(`items.${at}.`) && !isTouched(item)),
    );
  const rest = (list: ListName, of: typeof wrongTerms) =>
    typed[list].flatMap((line, at) => (isFine(line, list, frame) ? [] : of(line, at, list)));
  const counted = kind.form.pricedLines(withoutOptions(typed));
  const wrongDiscount = typedDiscountProblem(typed.discount, counted);
  return [
    ...problems,
    ...rest('services', longNotes),
    ...kind.form.headerProblems(typed),
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
    product: { ...(item.unitDecimals ?? unitless), name: item.description },
    is_option: item.is_option,
  };
}

function draftService({ service_id, is_option, ...service }: TypedOrderLine) {
  return { ...numbersOf(service), service_id, is_option };
}

function numbersOf({ quantity, unit_price }: TypedLine) {
  return { quantity: readNumber(quantity), unit_price: readNumber(unit_price) };
}

/** Replaces every line without a problem: most lines of a long document have not changed since the last check. */
const fine = { product_id: 1, service_id: 1, quantity: 1, unit_price: 0, is_option: false };
const fineOption = { ...fine, is_option: true };
const fineOf = ({ is_option }: TypedOrderLine) => (is_option ? fineOption : fine);

/** The lines as the checks see them. */
function draftOf({ items, services }: TypedLines, frame: LineFrame) {
  return {
    items: items.map((item) => (isFine(item, 'items', frame) ? fineOf(item) : draftItem(item))),
    services: services.map((service) =>
      isFine(service, 'services', frame) ? fineOf(service) : draftService(service),
    ),
  };
}

function pricesOf({ before, decimals = 2 }: LineFrame) {
  return { decimals, existing: before ? storedPrices(before) : [] };
}

const storedPrices = remembered(({ items, services }: RowWithLines) =>
  [...items, ...services].map(({ unit_price }) => unit_price),
);

interface Cached {
  before: RowWithLines | null;
  decimals: PriceDecimals | undefined;
  isFine: boolean;
}

const cachedValue = {
  items: new WeakMap<object, Cached>(),
  services: new WeakMap<object, Cached>(),
};

function isFine(line: TypedOrderLine, list: ListName, frame: LineFrame): boolean {
  const cached = cachedValue[list].get(line);
  if (cached && cached.before === frame.before && cached.decimals === frame.decimals)
    return cached.isFine;
  const { before, decimals } = frame;
  const lines =
    list === 'items' ? { items: [draftItem(line)] } : { services: [draftService(line)] };
  const wrong = [
    ...lineProblems({ ...lines, prices: pricesOf(frame) }),
    ...longNotes(line, 0, list),
    ...wrongTerms(line, 0, list),
  ];
  cachedValue[list].set(line, { before, decimals, isFine: wrong.length === 0 });
  return wrong.length === 0;
}

function longNotes(line: TypedOrderLine, at: number, list: ListName): FieldProblem[] {
  const message = fieldError(serviceFields.notes, line.notes, 'form');
  if (message === null || list === 'items') return [];
  const noun = orderLists[list].noun;
  return [{ field: `${list}.${at}.notes`, message: `${noun} ${at + 1}: ${message}` }];
}

function wrongTerms(line: TypedOrderLine, at: number, list: ListName): FieldProblem[] {
  return termProblems(line, orderLists[list], at, list);
}
