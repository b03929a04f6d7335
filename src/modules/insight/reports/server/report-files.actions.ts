import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Context } from '~/kit/server/database/context';
import { textStream } from '~/kit/server/downloads/text-stream';
import { invalid } from '~/kit/server/errors';
import { makePdf } from '~/kit/server/files/pdf';
import type { FileContent } from '~/kit/server/http/file-route';
import { printCell, printRow } from '~/kit/shared/csv/csv';
import { type SheetCell, sheetFile, sheetType } from '~/kit/shared/sheets/xlsx-writer';
import { dayOf } from '~/kit/shared/time/days';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { ReportQuery } from '../reports.fields';
import { printedReport } from '../reports.print';
import { reportNotes } from '../reports.rules';
import { type FoundReport, rowsOf } from './reports.internal';

/** A PDF of more rows would be hundreds of pages. */
const mostPrinted = 2000;
/** So many rows are made between two turns of the event loop. */
const rowsATurn = 1000;

/** The answer of a call without a format: the facts and the rows. */
export function reportJson({ head, lines }: FoundReport): FileContent {
  const pieces = function* () {
    yield `{"success":true,"data":{"rows":[`;
    yield lines.replaceAll('\n', ',');
    yield `],${JSON.stringify(head).slice(1)}}`;
  };
  const type = 'application/json; charset=utf-8';
  return { name: null, type, content: textStream(pieces()) };
}

/** A report as a file: the labels first, the totals last, and after them that it is partial where it is. 400 for a PDF of too many rows. */
export async function reportFile(
  context: Pick<Context, 'db' | 'now'>,
  report: FoundReport,
  {
    name,
    title,
    format,
  }: { name: string; title: string; format: NonNullable<ReportQuery['format']> },
): Promise<FileContent> {
  const { from, to, columns } = report.head;
  const file = `${name}-${from === to ? '' : `${from}-`}${to}.${format}`;
  const titles = columns.map(({ label }) => label);
  if (format === 'csv') {
    const content = textStream(csvRows(titles, report));
    return { name: file, type: 'text/csv; charset=utf-8', content };
  }
  if (format === 'xlsx')
    return {
      name: file,
      type: sheetType,
      content: Readable.from(sheetFile({ titles, rows: cells(report) }), { objectMode: false }),
    };
  if (report.count > mostPrinted)
    throw invalid(
      'format',
      'A PDF can have at most 2,000 rows. Choose a group, or use CSV or Excel.',
    );
  const identity = await billingIdentity(context.db);
  const today = dayOf(context.now, (await getSettings(context.db)).time_zone);
  const company = identity.legal_name ?? identity.company_name ?? '';
  const printed = printedReport(report.head, [...rowsOf(report)], { title, company, today });
  return { name: file, type: 'application/pdf', content: Readable.from([await makePdf(printed)]) };
}

async function* csvRows(titles: readonly string[], report: FoundReport): AsyncGenerator<string> {
  yield printRow(titles.map(printCell));
  for await (const row of cells(report)) yield printRow(row.map(printCell));
}

async function* cells(report: FoundReport): AsyncGenerator<SheetCell[]> {
  const { columns, totals } = report.head;
  let count = 0;
  for (const row of rowsOf(report)) {
    yield columns.map(({ key }) => row[key] ?? null);
    count += 1;
    if (count % rowsATurn === 0) await setImmediate();
  }
  yield columns.map(({ key }, at) => (at === 0 ? 'Total' : (totals[key] ?? null)));
  for (const note of reportNotes(report.head))
    yield columns.map((_column, at) => (at === 0 ? note : null));
}
