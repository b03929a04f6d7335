import { sql } from 'kysely';
import type { Context } from '~/kit/server/database/context';
import { oneRow, type SqlPart } from '~/kit/server/database/db';
import {
  amountTerm,
  bandTerm,
  choiceTerm,
  datedTerm,
  daysTerm,
  type FilterTerm,
  foldedText,
  idTerm,
  ownSorts,
  rankSort,
  sameTextTerm,
  type SortTerm,
  textSort,
} from '~/kit/server/lists/window-terms';
import type { Day } from '~/kit/shared/time/days';
import { unowedStatuses } from '../invoices.rules';
import type { WindowedList } from '~/kit/server/lists/windowed-list';
import { companyDay } from '~/modules/organization/company/server/settings.service';
import { windowsFor } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { dueSoonDays, type InvoiceFigures } from '../dues.rules';
import { invoiceFields, invoiceStatuses, invoiceTexts } from '../invoices.fields';
import { invoices, invoicesFrom, listInvoices } from './invoices.queries';

const column = (name: keyof typeof invoiceFields): SqlPart => sql.ref(`t.${name}`);
const customerName = sql`c.company_name`;

const sorts: Readonly<Record<string, SortTerm>> = {
  ...ownSorts(invoiceFields),
  customer_name: textSort(customerName),
  status: rankSort(column('status'), invoiceStatuses),
  paid_on: { value: sql`p.paid_on`, mayBeEmpty: true },
};

const isUnsettled = sql`t.status not in ('paid', 'cancelled')`;

/** As `isPastDue` and `isDueSoon`. */
function duesOn(today: SqlPart) {
  const end = sql`${today} + ${sql.lit(dueSoonDays)}`;
  return {
    overdue: sql`${isUnsettled} and t.due_date < ${today}`,
    'due-soon': sql`${isUnsettled} and t.due_date between ${today} and ${end}`,
    current: sql`${isUnsettled} and t.due_date > ${end}`,
    'paid-on-time': sql`t.status = 'paid' and (p.paid_on is null or p.paid_on <= t.due_date)`,
  };
}

function agesOn(today: SqlPart) {
  const age = sql`(${today} - t.invoice_date)`;
  return {
    '0-30': sql`${age} <= 30`,
    '31-60': sql`${age} between 31 and 60`,
    '61-90': sql`${age} between 61 and 90`,
    'over-90': sql`${age} > 90`,
  };
}

function filtersOf(todayOf: () => ReturnType<typeof companyDay>): Record<string, FilterTerm> {
  return {
    status: choiceTerm(column('status'), invoiceFields.status),
    customer: sameTextTerm(customerName),
    dateRange: daysTerm(column('invoice_date'), todayOf),
    amountRange: amountTerm(column('total_amount')),
    dueStatus: datedTerm(duesOn, todayOf),
    paymentStatus: bandTerm({
      unpaid: sql`t.paid_amount = 0 and t.total_amount > 0`,
      'partially-paid': sql`t.paid_amount > 0 and t.paid_amount < t.total_amount`,
      'fully-paid': sql`t.paid_amount = t.total_amount`,
      overpaid: sql`t.paid_amount > t.total_amount`,
    }),
    aging: datedTerm(agesOn, todayOf),
    created_by: idTerm(column('created_by')),
    opening: bandTerm({ yes: sql`t.is_opening`, no: sql`not t.is_opening` }),
    place_of_supply: choiceTerm(column('place_of_supply'), invoiceFields.place_of_supply),
  };
}

/** As `figuresOf` of the invoices that a person reads. */
export async function getInvoiceFigures(
  { db, person }: Pick<Context, 'db' | 'person'>,
  today: Day,
): Promise<InvoiceFigures> {
  const { readable } = windowsFor(person, 'invoices');
  const unowed = sql.join(unowedStatuses.map((status) => sql.lit(status)));
  const figures = sql<InvoiceFigures>`select count(*) as total,
      count(*) filter (where t.status = 'paid') as paid,
      count(*) filter (where ${isUnsettled} and t.due_date < ${today}) as overdue,
      coalesce(sum(t.total_amount) filter (where t.status not in (${unowed}) and not t.is_opening), 0) as revenue
    from ${invoicesFrom()} where ${readable}`;
  return oneRow(db, figures);
}

const searched = ['invoice_number', ...invoiceTexts] as const;

/** The invoices that a person reads, by windows (docs/product/wire.md#very-long-lists). */
export function invoiceWindows({
  db,
  person,
  now,
}: Pick<Context, 'db' | 'person' | 'now'>): WindowedList {
  return {
    noun: 'Invoices',
    source: listInvoices(person),
    from: invoicesFrom(),
    select: invoices.select,
    ...windowsFor(person, 'invoices'),
    sorts,
    search: { text: foldedText([...searched.map(column), customerName]), links: [] },
    filters: filtersOf(() => companyDay({ db, now })),
  };
}
