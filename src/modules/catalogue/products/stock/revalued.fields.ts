import { z } from 'zod';
import { counted } from '~/kit/shared/money/numbers';
import { type Day, formatDay } from '~/kit/shared/time/days';

/** What a call that moves goods changed of the values of past days, where it did (docs/product/stock.md#past-days). */
export const revaluedSchema = z.object({
  revalued_products: z
    .int()
    .optional()
    .describe('How many products have other values from a past day on'),
  revalued_from: z.string().optional().describe('That day'),
});
export type Revalued = z.output<typeof revaluedSchema>;

/** The message of an act, with the past values that it changed; the day has no year where it is this one. */
export function withRevaluedText(
  done: string,
  { revalued_products, revalued_from }: Revalued,
  today: Day,
): string {
  if (!revalued_products || !revalued_from) return done;
  const [year] = today.split('-');
  const day = formatDay(revalued_from).replace(` ${year}`, '');
  const values = `Values of ${counted(revalued_products, 'product')} changed from ${day} on`;
  return done.endsWith('!') ? `${done} ${values}.` : `${done}. ${values}.`;
}
