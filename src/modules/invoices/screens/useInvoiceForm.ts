import type { FieldProblem } from '~/kit/shared/verdict';
import { useDocumentForm } from '~/modules/documents/screens/useDocumentForm';
import {
  emptyInvoiceLine,
  invoiceBody,
  invoiceLines,
  invoiceProblems,
  type TypedInvoice,
  type TypedInvoiceLine,
  typedTotals,
} from '../invoice-form.rules';

export type InvoiceBody = ReturnType<typeof invoiceBody>;

export interface InvoiceFormOptions {
  initial: TypedInvoice;
  /** Percent, until another one is chosen. */
  rate: number;
  /** The smallest quantity that an input takes (docs/product/invoices.md#form). */
  least: 0 | 1;
  /** One sentence in place of those that are the form's own. */
  missingText?: string;
  /** A rejection keeps the form with its sentence. */
  onSubmit: (body: InvoiceBody, sendKey: string) => Promise<void>;
  onSaved: () => void;
}

export type InvoiceForm = ReturnType<typeof useInvoiceForm>;

/** Holds what is typed into an invoice's form. */
export function useInvoiceForm(options: InvoiceFormOptions) {
  const { initial, rate, least, missingText, onSubmit, onSaved } = options;
  return useDocumentForm<'items', TypedInvoiceLine, TypedInvoice, InvoiceBody>({
    initial: () => initial,
    lists: { items: { ...invoiceLines, least } },
    emptyLine: emptyInvoiceLine,
    rate,
    problemsOf: (typed) => worded(invoiceProblems(typed), missingText),
    totalsOf: typedTotals,
    bodyOf: invoiceBody,
    onSubmit,
    onSaved,
  });
}

/** From a customer there is one sentence for what is missing altogether (docs/product/invoices.md#checks). */
function worded(problems: readonly FieldProblem[], missingText: string | undefined) {
  if (missingText === undefined) return problems;
  const isMissing = ({ field }: FieldProblem) => field === 'customer_id' || field === 'items';
  return problems.map((each) => (isMissing(each) ? { ...each, message: missingText } : each));
}
