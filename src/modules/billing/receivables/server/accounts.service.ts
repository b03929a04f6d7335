import type { Context } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { Day } from '~/kit/shared/time/days';
import { companyDay, getSettings } from '~/modules/organization/company/server/settings.service';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { ReceivablesSums } from '../receivables.fields';
import { outstandingOf, overdueOf, totalsOf } from '../receivables.rules';
import { type AccountBook, countEnteredLater, listAges } from './accounts.queries';

export {
  type AccountBook,
  type AsOf,
  dueDateThen,
  isAfterDay,
  movementsOf,
  reportOfAges,
  type Where,
} from './accounts.queries';
export {
  mailStatement,
  printedLines,
  type SentPeriod,
  stateAccount,
  statementFile,
} from './statements.actions';

/** The balances of the parties of a book at the end of a day, today unless one is given. */
export async function readAges<Row extends ReceivablesSums & { due_soon: number }>(
  context: Pick<Context, 'db' | 'now'>,
  book: AccountBook,
  { parties, asOf }: { parties: SqlPart; asOf: Day | null },
) {
  const { db } = context;
  const today = await companyDay(context);
  const day = asOf ?? today;
  const { time_zone: zone } = await getSettings(db);
  const ageing = { parties, day, zone };
  const [found, entered_later] = await Promise.all([
    listAges<Row>(db, book, ageing),
    day < today ? countEnteredLater(db, book, ageing) : 0,
  ]);
  const rows = found.map(({ due_soon: _sum, ...row }) => row);
  const totals = totalsOf(found);
  const figures = {
    outstanding: outstandingOf(totals),
    overdue: overdueOf(totals),
    due_this_week: sumOf(found.map(({ due_soon }) => due_soon)),
  };
  return { as_of: day, rows, totals, figures, entered_later };
}
