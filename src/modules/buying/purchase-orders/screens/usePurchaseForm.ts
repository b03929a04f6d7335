import { isDay } from '~/kit/shared/time/days';
import type { DraftLocation } from '~/kit/ui/form/form-draft';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { useDocumentForm } from '~/modules/sales/documents/lines/screens/useDocumentForm';
import { discountOfForm } from '~/modules/sales/documents/lines/typed-discounts.rules';
import { readNumber } from '~/modules/sales/documents/lines/typed-lines.rules';
import { previewLines, useTaxPreview } from '~/modules/sales/documents/taxes/screens/useTaxPreview';
import {
  emptyPurchaseLine,
  purchaseBody,
  purchaseForm,
  purchaseLineList,
  purchaseProblems,
  type TypedPurchaseLine,
  type TypedPurchaseOrder,
  typedTotals,
} from '../purchase-form.rules';

interface Typing {
  typed: TypedPurchaseOrder;
  rate: number;
}

export type PurchaseBody = ReturnType<typeof purchaseBody>;

export interface PurchaseFormOptions {
  initial: TypedPurchaseOrder;
  /** In percent, until another rate is chosen. */
  rate: number;
  /** A rejection keeps the form open with its message. */
  onSubmit: (body: PurchaseBody, sendKey: string, typed: TypedPurchaseOrder) => Promise<void>;
  onSaved: () => void;
  draft: DraftLocation;
}

export type PurchaseForm = ReturnType<typeof usePurchaseForm>;

export function usePurchaseForm(options: PurchaseFormOptions) {
  const { initial, rate, onSubmit, onSaved, draft } = options;
  const { price_decimals: decimals, tax_mode } = useSettings();
  const isGst = tax_mode === 'gst';
  const existing = initial.items.map((line) => readNumber(line.unit_price));
  const form = useDocumentForm<'items', TypedPurchaseLine, TypedPurchaseOrder, Typing>({
    initial: () => initial,
    lists: { items: { ...purchaseLineList, least: 0 } },
    emptyLine: emptyPurchaseLine,
    rate,
    problemsOf: (typed) => purchaseProblems(typed, { decimals, existing }),
    totalsOf: typedTotals,
    bodyOf: (typed, now) => ({ typed, rate: now }),
    onSubmit: ({ typed, rate: now }, key) =>
      onSubmit(purchaseBody(typed, { rate: now, isGst }), key, typed),
    onSaved,
    draft,
  });
  const lines = purchaseForm.taxableLines(form.typed);
  const tax = usePurchaseTax(form.typed, form.typed.order_date, { lines, discounted: lines });
  return { ...form, isGst, lines, tax };
}

interface TaxedLines {
  lines: Parameters<typeof previewLines>[0];
  /** Those of them that the document's discount is on. */
  discounted: Parameters<typeof discountOfForm>[1];
}

/** What a document of a vendor comes to, as the server computes it where lines are taxed by GST. */
export function usePurchaseTax(
  {
    vendor_id,
    reverse_charge,
    discount,
  }: Pick<TypedPurchaseOrder, 'vendor_id' | 'reverse_charge' | 'discount'>,
  date: string,
  { lines, discounted }: TaxedLines,
) {
  const isGst = useSettings().tax_mode === 'gst';
  const head = { vendor_id, date, reverse_charge, ...discountOfForm(discount, discounted) };
  const isEnabled = isGst && vendor_id !== null && isDay(date) && lines.length > 0;
  const body = isEnabled ? { ...head, lines: previewLines(lines) } : null;
  return useTaxPreview(body, '/purchase-orders/tax-preview');
}
