import path from 'node:path';
import { z } from 'zod';
import { AppError } from '~/kit/server/errors';
import { fileRoute } from '~/kit/server/http/file-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { acceptFiles, receiveFile } from '~/kit/server/files/upload';
import { dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/company/server/settings.service';
import { importAnswerSchema, isCsvName, jobSchema, mostBytes, noCsvFile } from '../imports.fields';
import { exportName, sampleCsv } from '../products.csv';
import { exportProducts } from './exports.steps';
import { listJobs } from './imports.queries';
import { cancelImport, jobOf, refusedRows, startImport } from './imports.steps';

const shared = { access: 'user', tag: 'Products' } as const;
const csv = 'text/csv; charset=utf-8';
const jobParams = z.object({ job_id: idParams.shape.id });
const importQuery = z.object({
  dry_run: z
    .enum(['true', 'false'], { error: 'dry_run must be true or false' })
    .default('false')
    .transform((word) => word === 'true'),
});

export function importRoutes(api: Api): void {
  void api.app.register(async (scope) => {
    await acceptFiles(scope);
    uploadRoute({ ...api, app: scope });
  });
  jobRoutes(api);
  fileRoutes(api);
}

function uploadRoute(api: Api): void {
  const running = new Set<Promise<unknown>>();
  // Imports whose sender has disconnected are no longer requests in flight, but must finish before the server stops.
  api.app.addHook('onClose', async () => {
    await Promise.allSettled(running);
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/products/import',
    errors: [
      'import.file_missing',
      'import.cancelled',
      'upload.not_multipart',
      'upload.incomplete',
      'upload.too_large',
    ],
    summary: 'Import products from a CSV file (multipart, field csvFile); answers when done',
    query: importQuery,
    answer: importAnswerSchema,
    handle: async ({ request, query, context }) => {
      const folder = path.join(api.dataDir, 'uploads');
      const upload = await receiveFile(request, { field: 'csvFile', folder, maxBytes: mostBytes });
      if (!upload || !isCsvName(upload.name)) {
        await upload?.file.close();
        throw new AppError('import.file_missing', 400, noCsvFile, {
          details: [{ field: 'csvFile', message: noCsvFile }],
        });
      }
      const { database, clock } = api;
      const setting = { database, clock, person: context.person, dryRun: query.dry_run };
      const { done } = await startImport(setting, upload);
      running.add(done);
      return done.finally(() => running.delete(done));
    },
  });
}

function jobRoutes(api: Api): void {
  route(api, {
    ...shared,
    method: 'GET',
    url: '/products/imports',
    summary: 'One’s own last imports, newest first, without their errors',
    answer: z.array(jobSchema),
    handle: ({ context }) => listJobs(context.db, context.person.id),
  });
  route(api, {
    ...shared,
    method: 'GET',
    url: '/products/imports/:job_id',
    summary: 'Where one’s own import is',
    params: jobParams,
    answer: jobSchema,
    handle: ({ context, params }) => jobOf(context, params.job_id),
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/products/imports/:job_id/cancel',
    errors: ['import.already_ended'],
    summary: 'Cancel a running import: nothing of it is in',
    params: jobParams,
    answer: jobSchema,
    handle: ({ context, params }) => cancelImport(context, params.job_id),
  });
}

function fileRoutes(api: Api): void {
  fileRoute(api, {
    ...shared,
    url: '/products/imports/:job_id/refused',
    errors: ['import.no_refused_rows'],
    summary: 'The refused rows of an import as CSV, each with its reason',
    params: jobParams,
    handle: async ({ context, params }) => ({
      name: `refused-rows-${params.job_id}.csv`,
      type: csv,
      content: await refusedRows(context, params.job_id),
    }),
  });
  fileRoute(api, {
    ...shared,
    url: '/products/export',
    summary: 'All products as a CSV file that imports back without a change',
    handle: async ({ context }) => {
      const { database, clock } = api;
      const { time_zone: timeZone } = await getSettings(context.db);
      const name = exportName(dayOf(context.now, timeZone));
      const wanted = { database, clock, person: context.person, fileName: name };
      return { name, type: csv, content: await exportProducts(wanted) };
    },
  });
  fileRoute(api, {
    ...shared,
    url: '/products/sample-csv',
    summary: 'A CSV file to fill in for an import',
    handle: async () => ({ name: 'products-sample.csv', type: csv, content: sampleCsv() }),
  });
}
