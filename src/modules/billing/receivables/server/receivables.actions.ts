import type { Context } from '~/kit/server/database/context';
import type { Day } from '~/kit/shared/time/days';
import { companyDay, getSettings } from '~/modules/organization/company/server/settings.service';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { Receivables } from '../receivables.fields';
import { outstandingOf, overdueOf, totalsOf } from '../receivables.rules';
import { countEnteredLater, listReceivables, sumCollected } from './receivables.queries';

/** The balances of customers at the end of a day, today unless one is given (docs/product/receivables.md#ageing). */
export async function readReceivables(
  context: Pick<Context, 'db' | 'now' | 'person'>,
  asOf: Day | null,
): Promise<Receivables> {
  const { db, person } = context;
  const today = await companyDay(context);
  const day = asOf ?? today;
  const asOfDay = { person, day, zone: (await getSettings(db)).time_zone };
  const [found, collected_this_month, entered_later] = await Promise.all([
    listReceivables(db, asOfDay),
    sumCollected(db, asOfDay),
    day < today ? countEnteredLater(db, asOfDay) : 0,
  ]);
  const rows = found.map(({ due_soon: _sum, ...row }) => row);
  const totals = totalsOf(rows);
  return {
    as_of: day,
    rows,
    totals,
    figures: {
      outstanding: outstandingOf(totals),
      overdue: overdueOf(totals),
      due_this_week: sumOf(found.map(({ due_soon }) => due_soon)),
      collected_this_month,
    },
    entered_later,
  };
}
