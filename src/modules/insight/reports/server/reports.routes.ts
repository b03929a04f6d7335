import { z } from 'zod';
import { createLimiter } from '~/kit/server/limiter';
import { fileRoute, limitedFiles } from '~/kit/server/http/file-route';
import { type Api, route } from '~/kit/server/http/route';
import { reportResponse, reportQuery, reportSchema } from '../reports.fields';
import { mostSaved } from '../saved-reports.rules';
import { reportFile, reportJson } from './report-files.actions';
import { findReport, listReports, readReport } from './reports.internal';

export function reportRoutes(api: Api): void {
  const limiter = createLimiter({
    running: 2,
    waiting: 60,
    // A dashboard asks at once for all that it can have, each with the period before.
    each: 2 * mostSaved,
    message: 'Too many reports are being created. Please try again in a minute.',
    eachMessage: 'Twelve of your reports are being created. Wait for one to finish.',
    retryAfterSeconds: 10,
  });
  const makeFile = limitedFiles(api, limiter);
  route(api, {
    method: 'GET',
    url: '/reports',
    access: 'reports.read',
    tag: 'Reports',
    summary: 'List the reports that you may read',
    response: z.array(reportSchema),
    handle: ({ context }) => Promise.resolve(listReports(context)),
  });
  fileRoute(api, {
    url: '/reports/:name',
    access: 'reports.read',
    tag: 'Reports',
    summary: 'Get the figures of a report, also as a CSV, Excel or PDF file',
    params: z.object({ name: z.string().max(40) }),
    query: reportQuery,
    response: reportResponse,
    loggedAs: 'report',
    handle: ({ context, params: { name }, query, client }) =>
      makeFile(client, async () => {
        const report = findReport(context, name);
        const found = await readReport(context, report, query);
        const { format } = query;
        if (format === undefined) return reportJson(found);
        return reportFile(context, found, { name, title: report.title, format });
      }),
  });
}
