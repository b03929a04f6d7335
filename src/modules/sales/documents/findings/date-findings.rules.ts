import { type Day, formatDay, monthName } from '~/kit/shared/time/days';
import { type RawFinding, found } from './findings.rules';

/** The facts that can make the date of a document doubtful. */
export interface DateBasis {
  /** Whether the GSTR-1 of its month is filed without it. */
  isFiled: boolean;
  /** The last number of its series before its own. */
  last: { number: string; date: Day } | null;
}

/** Before a cancellation: `what` is in the filed return of a month, such as "it" or "2 of them". */
export function amendText(month: string, what: string): string {
  return `The GSTR-1 of ${monthName(month)} is filed with ${what}, so the return must be amended.`;
}

/** Warnings of a date in a filed month, or before the last number of the series (docs/product/invoices.md#dates). */
export function dateFindings(date: Day, { isFiled, last }: DateBasis): RawFinding[] {
  const what = { field: 'date', fixIn: 'document' } as const;
  return [
    ...found('warning', isFiled, {
      ...what,
      message: `The GSTR-1 of ${monthName(date.slice(0, 7))} is filed. Choose a later date, or report the document as an amendment.`,
    }),
    ...found('warning', last !== null && date < last.date, {
      ...what,
      message: `${last?.number} is dated ${formatDay(last?.date ?? date)}. Choose that day or a later one, so that the numbers follow the dates.`,
    }),
  ];
}
