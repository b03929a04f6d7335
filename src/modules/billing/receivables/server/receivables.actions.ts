import type { Context } from '~/kit/server/database/context';
import type { Day } from '~/kit/shared/time/days';
import type { Receivables } from '../receivables.fields';
import { readAges } from './accounts.service';
import { customerBook } from './entries.queries';
import { type AgedRow, shownAccounts, sumCollected } from './receivables.queries';

/** The balances of customers at the end of a day, today unless one is given (docs/product/receivables.md#ageing). */
export async function readReceivables(
  context: Pick<Context, 'db' | 'now' | 'person'>,
  asOf: Day | null,
): Promise<Receivables> {
  const { db, person } = context;
  const parties = shownAccounts(person);
  const { figures, ...ages } = await readAges<AgedRow>(context, customerBook, { parties, asOf });
  const collected_this_month = await sumCollected(db, { person, day: ages.as_of });
  return { ...ages, figures: { ...figures, collected_this_month } };
}
