import { fieldError } from '~/kit/shared/fields/typed-values';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import type { TaxSplit } from '~/modules/catalogue/tax/supply.rules';
import {
  type RemainingInvoice,
  type NotableLine,
  type NoteKind,
  type NoteLine,
  noteLineFields,
} from './credit-notes.fields';
import {
  itemProblem,
  itemTaxes,
  noteAmounts,
  type NoteSource,
  pricedItem,
} from './note-amounts.rules';
import type { SentItem } from './requests.schema';

/** What is typed for a line of the invoice. */
export interface TypedItem {
  isChosen: boolean;
  quantity: string;
  unit_price: string;
}

/**
 * What the form has for a line at first: of a new credit note all that is left, of a debit note nothing, of a draft its
 * own item.
 */
export function initialItem(
  kind: NoteKind,
  line: NotableLine,
  items: readonly NoteLine[] | null,
): TypedItem {
  const own = items?.find(({ invoice_line_id }) => invoice_line_id === line.id);
  const isWhole = items === null && kind === 'credit' && line.left_quantity > 0;
  const quantity = kind === 'credit' && line.left_quantity > 0 ? line.left_quantity : line.quantity;
  return {
    isChosen: own !== undefined || isWhole,
    quantity: String(own?.quantity ?? quantity),
    unit_price: String(own?.unit_price ?? line.unit_price),
  };
}

export interface ReadItems {
  items: SentItem[];
  /** What the note comes to; null while something is wrong. */
  amounts: ReturnType<typeof noteAmounts> | null;
  /** The message of a line's inputs, by the id of the line. */
  problems: ReadonlyMap<number, { field: 'quantity' | 'unit_price'; message: string }>;
  wrong: string | null;
}

/** What the typed items say, and what the note comes to (docs/product/credit-notes.md#lines). */
export function readItems(
  kind: NoteKind,
  { lines, credited }: RemainingInvoice,
  basis: {
    typed: (line: NotableLine) => TypedItem;
    invoice: NoteSource['invoice'];
    split: TaxSplit;
  },
): ReadItems {
  const chosen = lines
    .map((line) => ({ line, typed: basis.typed(line) }))
    .filter(({ typed }) => typed.isChosen);
  const problems: [number, { field: 'quantity' | 'unit_price'; message: string }][] = [];
  const items = chosen.map(({ line, typed }): SentItem => {
    const quantity = parseNumber(typed.quantity) ?? Number.NaN;
    const unit_price = parseNumber(typed.unit_price, 'INR') ?? Number.NaN;
    const found =
      fieldProblem('quantity', quantity) ??
      fieldProblem('unit_price', unit_price) ??
      itemProblem(kind, line, { quantity, unit_price });
    if (found) problems.push([line.id, found]);
    return { invoice_line_id: line.id, quantity, unit_price };
  });
  const [first] = problems;
  const wrong =
    items.length === 0 ? 'Please choose at least one item' : (first?.[1].message ?? null);
  if (wrong !== null) return { items, amounts: null, problems: new Map(problems), wrong };
  const drawn = chosen.map(({ line }, index) => {
    const priced = pricedItem(kind, line, items[index] ?? { quantity: 0 });
    const { line_total } = priced;
    return { line_total, ...itemTaxes(kind, line, { line_total, split: basis.split }) };
  });
  const amounts = noteAmounts(kind, drawn, { invoice: basis.invoice, credited });
  const isNothing = amounts.total_amount <= 0;
  return {
    items,
    amounts,
    problems: new Map(),
    wrong: isNothing ? 'The note total must be more than ₹0' : null,
  };
}

function fieldProblem(name: 'quantity' | 'unit_price', value: number) {
  const message = fieldError(noteLineFields[name], value, 'form');
  return message === null ? null : { field: name, message };
}
