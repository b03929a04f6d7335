import {
  type StoredLine,
  type LinePlan,
  planLines,
  type PlannedLine,
} from '~/modules/sales/documents/lines.rules';
import type { Spread } from '~/modules/sales/documents/discounts.rules';
import type { LineTaxes } from '~/modules/sales/documents/taxation.rules';
import { storedLines, type SentLines, requestedLines } from '~/modules/sales/orders/lines.rules';
import type { QuotationWithLines } from './quotations.fields';

interface Own {
  notes: string | null;
  is_option: boolean;
}

export type StoredQuotationLine = Spread<StoredLine<Own>> & LineTaxes;
export type PlannedQuotationLine = PlannedLine<Own>;

interface Flagged {
  is_option?: boolean | undefined;
}

/** Lines as they were sent. */
export interface SentQuotationLines {
  items?: readonly (NonNullable<SentLines['items']>[number] & Flagged)[] | undefined;
  services?: readonly (NonNullable<SentLines['services']>[number] & Flagged)[] | undefined;
}

/** Which stored line each line of the quotation continues, and what changes (docs/product/orders.md#lines). */
export function planQuotationLines(
  before: readonly StoredLine<Own>[],
  { items = [], services = [] }: SentQuotationLines,
): LinePlan<Own> {
  const flags = [...items, ...services].map(({ is_option }) => is_option);
  const requested = requestedLines({ items, services }).map((line, at) => ({
    ...line,
    is_option: flags[at],
  }));
  return planLines<Own, (typeof requested)[number]>(
    before,
    requested,
    ({ notes, is_option }, stored) => ({
      notes: notes === undefined ? (stored?.notes ?? null) : notes,
      is_option: is_option ?? stored?.is_option ?? false,
    }),
  );
}

/** The lines of a quotation as they are stored, items before services. */
export function storedQuotationLines(quotation: QuotationWithLines): StoredQuotationLine[] {
  const flags = [...quotation.items, ...quotation.services].map(({ is_option }) => is_option);
  return storedLines(quotation).map((line, at) => ({ ...line, is_option: flags[at] ?? false }));
}
