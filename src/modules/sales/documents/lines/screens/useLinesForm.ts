import { isDay } from '~/kit/shared/time/days';
import { saveDocument } from './save-document.client';
import { useDocumentForm } from './useDocumentForm';
import { taxPreviewOf, useTaxPreview } from '../../taxes/screens/useTaxPreview';
import { noDiscount } from '../discounts.rules';
import { discountOfForm } from '../typed-discounts.rules';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import {
  emptyOrderLine,
  hasLines,
  isSameForm,
  type LinesDocument,
  type ListName,
  orderLists,
  type RowWithLines,
  type TypedOrderLine,
  typedOver,
  type TypedParts,
  typedTotals,
  type TypedWithLines,
  withoutEmptyLines,
} from '../lines-form.rules';
import { typedProblems } from '../lines-problems.rules';
import { bodyOf } from '../lines-body.rules';

type Body = Record<string, unknown>;

/** Sends a change of the document that the form was opened with, over what others have saved in the meantime. */
export type SaveLines = <Saved>(send: (body: Body) => Promise<Saved>) => Promise<Saved>;

interface Typing<Typed> {
  typed: Typed;
  rate: number;
}

export interface LinesFormOptions {
  /** In percent, until another rate is chosen. */
  settingRate: number;
  /** A single sentence that replaces the form's own reasons why it cannot be sent yet. */
  incompleteText?: string;
  /**
   * A rejection keeps the form open with its message; `key` is unique to the opened form. A change is sent through
   * `save`.
   */
  onSubmit: (body: Body, key: string, save: SaveLines) => Promise<void>;
}

interface Options<Typed extends TypedWithLines, Row extends RowWithLines, Parts extends TypedParts>
  extends LinesFormOptions {
  kind: LinesDocument<Typed, Row, Parts>;
  before: Row | null;
  /** What a new form begins with. */
  empty: () => Typed;
  draftKey: string;
  onSaved: () => void;
}

/** As the parts of the form see it, which orders and quotations share. */
export type LinesForm = ReturnType<typeof useLinesForm<TypedWithLines, RowWithLines, TypedParts>>;

/** The form of a document with items and services. */
export function useLinesForm<
  Typed extends TypedWithLines,
  Row extends RowWithLines,
  Parts extends TypedParts,
>(options: Options<Typed, Row, Parts>) {
  const { kind, before, settingRate, incompleteText } = options;
  const { today } = useCompany();
  const { price_decimals: decimals, tax_mode } = useSettings();
  const isGst = tax_mode === 'gst';
  const problemsOf = (typed: Typed) => typedProblems(kind, typed, { before, today, decimals });
  const form = useDocumentForm<ListName, TypedOrderLine, Typed, Typing<Typed>>({
    initial: () => (before ? kind.typedOf(before) : options.empty()),
    lists: orderLists,
    emptyLine: emptyOrderLine,
    rate: settingRate,
    problemsOf,
    blockedOf: (typed) => {
      if (kind.hasBuyer(typed) && hasLines(typed)) return null;
      return incompleteText ?? problemsOf(typed)[0]?.message ?? null;
    },
    isSame: isSameForm,
    totalsOf: (typed, rate) => typedTotals(kind, typed, { rate, before }),
    bodyOf: (typed, rate) => ({ typed, rate }),
    onSubmit: ({ typed, rate }, key) =>
      options.onSubmit(
        bodyOf(kind, typed, { rate, before, isGst }),
        key,
        saveOf(kind, typed, { before, isGst }),
      ),
    onSaved: options.onSaved,
    draft: { key: options.draftKey, version: before?.updated_at ?? null },
  });
  const date = kind.dayOf(form.typed, before);
  const taxes = useTaxOfLines(kind.form, form.typed, {
    isEnabled: isGst && kind.hasBuyer(form.typed) && (date === undefined || isDay(date)),
    date,
  });
  return {
    ...form,
    totals: isGst ? (taxes.tax.preview ?? form.totals) : form.totals,
    isGst,
    ...taxes,
    /** What the prices of new lines follow. */
    priced: {
      lines: form.typed.items.filter(({ id }) => id === null),
      customer_id: form.typed.customer_id,
      date: date ?? today,
      onPrice: (key: number, unit_price: string) => form.changeLine('items', key, { unit_price }),
    },
  };
}

/** The taxes of the lines in the totals, with these, and of the options, each as if it was the only one. */
function useTaxOfLines(
  {
    taxableLines,
  }: Pick<LinesDocument<TypedWithLines, RowWithLines, TypedParts>['form'], 'taxableLines'>,
  typed: TypedWithLines & { lead_id?: number | null },
  { isEnabled, date }: { isEnabled: boolean; date: string | undefined },
) {
  const all = taxableLines(withoutEmptyLines(typed));
  const options = new Set(
    [...typed.items, ...typed.services].filter((line) => line.is_option).map(({ key }) => key),
  );
  const lines = all.filter(({ key }) => !options.has(key));
  const { customer_id, lead_id = null } = typed;
  const buyer = lead_id === null ? { customer_id } : { customer_id, lead_id };
  const discount = discountOfForm(typed.discount, lines);
  const queryOf = (of: typeof lines, less: typeof discount) =>
    isEnabled && of.length > 0
      ? { ...taxPreviewOf(typed, of), ...less, ...buyer, ...(date ? { date } : {}) }
      : null;
  const tax = useTaxPreview(queryOf(lines, discount));
  const optional = all.filter(({ key }) => options.has(key));
  const taxOfOptions = useTaxPreview(queryOf(optional, noDiscount));
  const positions = positionsOf(lines);
  const positionsOfOptions = positionsOf(optional);
  return {
    lines,
    tax,
    taxOfLine: (key: number) =>
      options.has(key)
        ? (taxOfOptions.preview?.lines[positionsOfOptions.get(key) ?? -1] ?? null)
        : (tax.preview?.lines[positions.get(key) ?? -1] ?? null),
  };
}

function positionsOf(lines: readonly { key: number }[]) {
  return new Map(lines.map(({ key }, at) => [key, at]));
}

function saveOf<Typed extends TypedWithLines, Row extends RowWithLines, Parts extends TypedParts>(
  kind: LinesDocument<Typed, Row, Parts>,
  typed: Typed,
  { before, isGst }: { before: Row | null; isGst: boolean },
): SaveLines {
  return (send) => {
    if (!before) throw new Error('A new document is not saved over another one');
    return saveDocument({
      form: kind.form,
      row: before,
      typed,
      typedOf: kind.typedOf,
      partsOf: kind.partsOf,
      send: (parts, row) => {
        const over = typedOver(kind, row, parts);
        const rate = over.tax_rate ?? row.tax_rate;
        return send(bodyOf(kind, over, { rate, before: row, isGst }));
      },
    });
  };
}
