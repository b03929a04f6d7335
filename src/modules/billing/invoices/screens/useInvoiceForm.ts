import { isDay } from '~/kit/shared/time/days';
import type { FieldProblem } from '~/kit/shared/verdict';
import type { DraftLocation } from '~/kit/ui/form/form-draft';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { readNumber } from '~/modules/sales/documents/lines/typed-lines.rules';
import { useListPrices } from '~/modules/sales/price-lists/screens/list-prices.client';
import { useDocumentForm } from '~/modules/sales/documents/lines/screens/useDocumentForm';
import { taxPreviewOf, useTaxPreview } from '~/modules/sales/documents/taxes/screens/useTaxPreview';
import {
  discountNow,
  emptyInvoiceLine,
  invoiceBody,
  invoiceForm,
  invoiceLines,
  type TypedInvoice,
  type TypedInvoiceLine,
  typedTotals,
} from '../invoice-form.rules';
import { invoiceProblems } from '../invoice-problems.rules';

interface Typing {
  typed: TypedInvoice;
  rate: number;
}

export type InvoiceBody = ReturnType<typeof invoiceBody>;

export interface InvoiceFormOptions {
  initial: TypedInvoice;
  /** In percent, until another rate is chosen. */
  rate: number;
  /** The smallest quantity that an input accepts (docs/product/invoices.md#form). */
  least: 0 | 1;
  /** Replaces the form's own messages for missing values. */
  missingText?: string;
  /** A rejection keeps the form open with its message. */
  onSubmit: (body: InvoiceBody, sendKey: string, typed: TypedInvoice) => Promise<void>;
  onSaved: () => void;
  draft: DraftLocation;
}

export type InvoiceForm = ReturnType<typeof useInvoiceForm>;

export function useInvoiceForm(options: InvoiceFormOptions) {
  const { initial, rate, least, missingText, onSubmit, onSaved, draft } = options;
  const { price_decimals: decimals, tax_mode } = useSettings();
  const isGst = tax_mode === 'gst';
  const pricesOf = ({ items }: TypedInvoice) => {
    const existing = [...initial.items, ...items.filter((line) => line.order_line_id !== null)];
    return { decimals, existing: existing.map((line) => readNumber(line.unit_price)) };
  };
  const form = useDocumentForm<'items', TypedInvoiceLine, TypedInvoice, Typing>({
    initial: () => initial,
    lists: { items: { ...invoiceLines, least } },
    emptyLine: emptyInvoiceLine,
    rate,
    problemsOf: (typed) => worded(invoiceProblems(typed, pricesOf(typed)), missingText),
    totalsOf: typedTotals,
    bodyOf: (typed, now) => ({ typed, rate: now }),
    onSubmit: ({ typed, rate: now }, key) =>
      onSubmit(invoiceBody(typed, { rate: now, isGst }), key, typed),
    onSaved,
    draft,
  });
  const stood = new Set(initial.items.map(({ key }) => key));
  useListPrices({
    lines: form.typed.items.filter((line) => line.order_line_id === null && !stood.has(line.key)),
    customer_id: form.typed.customer_id,
    date: form.typed.invoice_date,
    onPrice: (key, unit_price) => form.changeLine('items', key, { unit_price }),
  });
  const lines = invoiceForm.taxableLines(form.typed);
  const { customer_id, invoice_date: date } = form.typed;
  const isEnabled = isGst && customer_id !== null && isDay(date) && lines.length > 0;
  const tax = useTaxPreview(
    isEnabled
      ? { ...taxPreviewOf(form.typed, lines), ...discountNow(form.typed), customer_id, date }
      : null,
  );
  return { ...form, isGst, lines, tax };
}

/** Opened from a customer, the form has a single message for missing values (docs/product/invoices.md#checks). */
function worded(problems: readonly FieldProblem[], missingText: string | undefined) {
  if (missingText === undefined) return problems;
  const isMissing = ({ field }: FieldProblem) => field === 'customer_id' || field === 'items';
  return problems.map((each) => (isMissing(each) ? { ...each, message: missingText } : each));
}
