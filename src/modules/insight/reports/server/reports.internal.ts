import type { Context, Person } from '~/kit/server/database/context';
import { enforce, invalid, notFound } from '~/kit/server/errors';
import { allReports, columnsOf, type Report, type ReportChoice } from '~/kit/server/reports/report';
import type { ReportRow } from '~/kit/shared/reports/reports';
import { addDays, dayOf, startOfDay } from '~/kit/shared/time/days';
import { allowed, type Verdict } from '~/kit/shared/verdict';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { may, subjectOf } from '~/modules/organization/users/rights.rules';
import { readsAll } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { ReportEntry, ReportHead, ReportQuery } from '../reports.fields';
import { chartOf, periodProblem, reportPeriod } from '../reports.rules';
import { readRows } from './reports.queries';

/** The reports that a person may read. */
export function listReports({ person }: Pick<Context, 'person'>): ReportEntry[] {
  if (!may(person, 'reports.read').ok) return [];
  return allReports()
    .filter((report) => mayRead(person, report).ok)
    .map(({ name, title, about, period, groups, dependsOn }) => ({
      name,
      title,
      about,
      period,
      groups: [...groups],
      depends_on: [...dependsOn],
    }));
}

/** 404 for an unknown report, 403 without the right to read its records. */
export function findReport({ person }: Pick<Context, 'person'>, name: string): Report {
  const report = allReports().find((each) => each.name === name);
  if (!report) throw notFound('Report');
  enforce(mayRead(person, report));
  return report;
}

function mayRead(person: Person, { right, alsoNeeds = [] }: Report): Verdict {
  const verdicts = [right, ...alsoNeeds].map((each) => may(person, each));
  return verdicts.find(({ ok }) => !ok) ?? allowed;
}

/** A report with its rows as the database wrote them: parsing 100,000 at once would hold up other calls. */
export interface FoundReport {
  head: ReportHead;
  /** A JSON object a line. */
  lines: string;
  count: number;
}

/** The figures of a report; 400 for an unknown group, or a period that ends before it starts. */
export async function readReport(
  { db, person, now }: Pick<Context, 'db' | 'person' | 'now'>,
  report: Report,
  query: ReportQuery,
): Promise<FoundReport> {
  const choice = await choiceOf({ db, now }, report, query);
  const { from, to, group } = choice;
  const columns = columnsOf(report, group);
  const has = (key: string) => columns.some((column) => column.key === key);
  const found = await readRows(db, report.select({ person, now }, choice), {
    summed: report.summed.filter(has),
    shares: report.shares?.filter(({ key }) => has(key)) ?? [],
  });
  const { lines, count, totals } = found;
  const chart = chartOf(report.chart, { group, columns, totals });
  const is_partial = [report.right, ...(report.alsoBy ?? [])].some(
    (right) => !readsAll(person, subjectOf(right)),
  );
  const since = (await report.findValuedFrom?.(db)) ?? null;
  const valued_from = since !== null && choice.end <= since ? dayOf(since, choice.zone) : null;
  const head = { columns, totals, chart, from, to, group, is_partial, valued_from };
  return { head, lines, count };
}

/** The rows one by one. */
export function* rowsOf({ lines }: Pick<FoundReport, 'lines'>): Generator<ReportRow> {
  for (let at = 0; at < lines.length; ) {
    const end = lines.indexOf('\n', at);
    const last = end < 0 ? lines.length : end;
    yield JSON.parse(lines.slice(at, last)) as ReportRow;
    at = last + 1;
  }
}

/** What of a report is shown; 400 for an unknown group, or a period that ends before it starts. */
export async function choiceOf(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { groups, period }: Report,
  query: ReportQuery,
): Promise<ReportChoice> {
  const settings = await getSettings(db);
  const today = dayOf(now, settings.time_zone);
  const group = query.group ?? groups[0]?.value ?? '';
  if (groups.every(({ value }) => value !== group)) {
    const existing = groups.map(({ value }) => value).join(', ');
    throw invalid('group', `The group must be one of ${existing}`);
  }
  const { from, to } = reportPeriod(period, query, { today, settings });
  const problem = periodProblem({ from, to });
  if (problem) throw invalid('from', problem);
  const zone = settings.time_zone;
  const end = startOfDay(addDays(to, 1), zone);
  return { group, from, to, start: startOfDay(from, zone), end, zone };
}
