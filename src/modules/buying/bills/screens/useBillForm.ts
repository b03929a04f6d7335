import type { DraftLocation } from '~/kit/ui/form/form-draft';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { usePurchaseTax } from '~/modules/buying/purchase-orders/screens/usePurchaseForm';
import { useDocumentForm } from '~/modules/sales/documents/lines/screens/useDocumentForm';
import { readNumber } from '~/modules/sales/documents/lines/typed-lines.rules';
import {
  type BillBody,
  billBodyOf,
  billForm,
  billLineList,
  billProblems,
  billTotals,
  chargeLines,
  emptyBillLine,
  type TypedBill,
  type TypedBillLine,
} from '../bill-form.rules';

interface Typing {
  typed: TypedBill;
  rate: number;
}

export interface BillFormOptions {
  initial: TypedBill;
  /** In percent, until another rate is chosen. */
  rate: number;
  /** A new bill may be booked when it is saved. */
  isNew: boolean;
  /** A rejection keeps the form open with its message. */
  onSubmit: (body: BillBody, sendKey: string) => Promise<void>;
  onSaved: () => void;
  draft: DraftLocation;
}

export type BillForm = ReturnType<typeof useBillForm>;

export function useBillForm(options: BillFormOptions) {
  const { initial, rate, isNew, onSubmit, onSaved, draft } = options;
  const { price_decimals: decimals, tax_mode } = useSettings();
  const isGst = tax_mode === 'gst';
  const { today } = useCompany();
  const existing = initial.items.map((line) => readNumber(line.unit_price));
  const form = useDocumentForm<'items', TypedBillLine, TypedBill, Typing>({
    initial: () => initial,
    lists: { items: { ...billLineList, least: 0 } },
    emptyLine: emptyBillLine,
    rate,
    problemsOf: (typed) => billProblems(typed, { decimals, existing }),
    totalsOf: billTotals,
    bodyOf: (typed, now) => ({ typed, rate: now }),
    onSubmit: ({ typed, rate: now }, key) =>
      onSubmit(billBodyOf(typed, { rate: now, isGst, isNew, today }), key),
    onSaved,
    draft,
  });
  const items = billForm.taxableLines(form.typed);
  const lines = [...items, ...chargeLines(form.typed)];
  const tax = usePurchaseTax(form.typed, form.typed.bill_date, { lines, discounted: items });
  return { ...form, isGst, isNew, lines, tax };
}
