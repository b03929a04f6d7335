import {
  type LinePlan,
  planLines,
  type PlannedLine,
  type StoredLine,
} from '~/modules/sales/documents/lines/lines.rules';
import {
  plannedNotes,
  requestedLines,
  type SentLines,
  type StoredOrderLine,
  storedLines,
} from '~/modules/sales/documents/lines/order-lines.rules';
import type { QuotationWithLines } from './quotations.fields';

interface Option {
  is_option: boolean;
}

type Own = Option & { notes: string | null };

export type StoredQuotationLine = StoredOrderLine & Option;
export type PlannedQuotationLine = PlannedLine<Own>;

/** Which stored line each line of the quotation continues, and what changes (docs/product/orders.md#lines). */
export function planQuotationLines(
  before: readonly StoredLine<Own>[],
  sent: SentLines,
): LinePlan<Own> {
  return planLines(before, requestedLines(sent), (line, stored) => ({
    notes: plannedNotes(line, stored),
    is_option: line.is_option ?? stored?.is_option ?? false,
  }));
}

/** The lines of a quotation as they are stored, items before services. */
export function storedQuotationLines(quotation: QuotationWithLines): StoredQuotationLine[] {
  return storedLines<Option>(quotation);
}
