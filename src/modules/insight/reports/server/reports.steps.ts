import { sql } from 'kysely';
import type { Context } from '~/kit/server/database/context';
import { enforce, invalid, notFound } from '~/kit/server/errors';
import { allReports, type Report, type ReportChoice } from '~/kit/server/reports/report';
import { type ReportRow, totalsOf } from '~/kit/shared/reports/reports';
import { addDays, dayOf, startOfDay } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { financialYearStart } from '~/modules/organization/company/number-series.rules';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { legalYearStart } from '~/modules/organization/company/settings.rules';
import { may } from '~/modules/organization/users/rights.rules';
import type { ReportEntry, ReportQuery, ShownReport } from '../reports.fields';

/** The reports that a person may read. */
export function listReports({ person }: Pick<Context, 'person'>): ReportEntry[] {
  return allReports()
    .filter(({ right }) => may(person, right).ok)
    .map(({ name, title, about, period, groups, dependsOn }) => ({
      name,
      title,
      about,
      period,
      groups: [...groups],
      depends_on: [...dependsOn],
    }));
}

/** 404 for a report that there is not, 403 without the right to read what it is made of. */
export function findReport({ person }: Pick<Context, 'person'>, name: string): Report {
  const report = allReports().find((each) => each.name === name);
  if (!report) throw notFound('Report');
  enforce(may(person, report.right), 403);
  return report;
}

/** The figures of a report; 400 for a group that it has not, or a time that ends before it begins. */
export async function readReport(
  { db, person, now }: Pick<Context, 'db' | 'person' | 'now'>,
  report: Report,
  query: ReportQuery,
): Promise<ShownReport> {
  const settings = await getSettings(db);
  const choice = choiceOf(report, query, {
    today: dayOf(now, settings.time_zone),
    settings,
  });
  const { from, to, group } = choice;
  const found = await sql<{ rows: ReportRow[] }>`select coalesce(json_agg(r), '[]') as rows
    from (${report.select({ person }, choice)}) r`.execute(db);
  const rows = found.rows[0]?.rows ?? [];
  const columns = [...report.columns(group)];
  const chart = report.chart(group);
  return {
    columns,
    rows: [...rows],
    totals: totalsOf(columns, rows, report.notSummed),
    chart: chart && { ...chart, y: [...chart.y] },
    from,
    to,
    group,
  };
}

function choiceOf(
  { groups, period }: Report,
  query: ReportQuery,
  { today, settings }: { today: string; settings: Settings },
): ReportChoice {
  const group = query.group ?? groups[0]?.value ?? '';
  if (groups.every(({ value }) => value !== group))
    throw invalid(
      'group',
      `The group must be one of ${groups.map(({ value }) => value).join(', ')}`,
    );
  const asOf = query.as_of ?? today;
  const [from, to] =
    period === 'as of'
      ? [asOf, asOf]
      : [
          query.from ?? financialYearStart(query.to ?? today, legalYearStart(settings)),
          query.to ?? today,
        ];
  if (from > to) throw invalid('from', 'The first day cannot be after the last');
  return { group, from, to, end: startOfDay(addDays(to, 1), settings.time_zone) };
}
