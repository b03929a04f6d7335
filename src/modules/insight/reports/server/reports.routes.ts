import { Readable } from 'node:stream';
import { z } from 'zod';
import { makePdf } from '~/kit/server/files/pdf';
import { invalid } from '~/kit/server/errors';
import { createGate } from '~/kit/server/gate';
import { type FileAnswer, fileRoute } from '~/kit/server/http/file-route';
import { type Api, route } from '~/kit/server/http/route';
import type { Context } from '~/kit/server/database/context';
import { reportCsv, reportLines } from '~/kit/shared/reports/reports';
import { sheetFile, sheetType } from '~/kit/shared/sheets/xlsx-writer';
import { dayOf } from '~/kit/shared/time/days';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { reportAnswer, reportQuery, type ReportQuery, reportSchema } from '../reports.fields';
import { printedReport } from '../reports.print';
import { findReport, listReports, readReport } from './reports.steps';

/** A PDF of more rows would be hundreds of pages. */
const mostPrinted = 2000;

export function reportRoutes(api: Api): void {
  const gate = createGate({
    running: 2,
    waiting: 20,
    each: 4,
    sentence: 'Too many reports are being made. Please try again in a minute.',
    eachSentence: 'Four of your reports are being made. Please try again when one is ready.',
    retryAfterSeconds: 10,
  });
  route(api, {
    method: 'GET',
    url: '/reports',
    access: 'user',
    tag: 'Reports',
    summary: 'List the reports that you may read',
    answer: z.array(reportSchema),
    handle: ({ context }) => Promise.resolve(listReports(context)),
  });
  fileRoute(api, {
    url: '/reports/:name',
    access: 'user',
    tag: 'Reports',
    summary: 'Get the figures of a report, also as a CSV, Excel or PDF file',
    params: z.object({ name: z.string().max(40) }),
    query: reportQuery,
    answer: reportAnswer,
    errors: ['auth.right_missing', 'record.not_found', 'server.busy'],
    loggedAs: 'report',
    handle: ({ context, params, query, client }) =>
      gate.run(() => answerOf(context, params.name, query), client),
  });
}

async function answerOf(context: Context, name: string, query: ReportQuery): Promise<FileAnswer> {
  const definition = findReport(context, name);
  const report = await readReport(context, definition, query);
  const { format } = query;
  if (format === undefined) {
    const content = JSON.stringify({ success: true, data: report });
    return { name: null, type: 'application/json; charset=utf-8', content };
  }
  const file = `${name}-${report.from === report.to ? '' : `${report.from}-`}${report.to}.${format}`;
  if (format === 'csv')
    return { name: file, type: 'text/csv; charset=utf-8', content: reportCsv(report) };
  if (format === 'xlsx') {
    const { titles, lines } = reportLines(report);
    return {
      name: file,
      type: sheetType,
      content: Readable.from(sheetFile({ titles, rows: lines })),
    };
  }
  if (report.rows.length > mostPrinted)
    throw invalid('format', 'A PDF holds at most 2,000 rows. Choose a group, or use CSV or Excel.');
  const [identity, { time_zone }] = await Promise.all([
    billingIdentity(context.db),
    getSettings(context.db),
  ]);
  const today = dayOf(context.now, time_zone);
  const company = identity.legal_name ?? identity.company_name ?? '';
  const printed = printedReport(report, { title: definition.title, company, today });
  return { name: file, type: 'application/pdf', content: await makePdf(printed) };
}
