import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '~/kit/server/errors';
import { fileRoute } from '~/kit/server/http/file-route';
import { askedOf, idsOf, selectionQuery } from '~/kit/server/http/window-answer';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { acceptFiles, receiveFile, type Upload } from '~/kit/server/files/upload';
import { dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/company/server/settings.service';
import { importAnswerSchema, isCsvName, jobSchema, mostBytes, noCsvFile } from '../imports.fields';
import { exportName, sampleCsv } from '../products.csv';
import { productWindows } from '../../catalogue/server/product-windows.queries';
import { exportProducts } from './exports.steps';
import { listJobs } from './imports.queries';
import { importTurns } from './import-turns.steps';
import { cancelImport, jobOf, refusedRows, startImport } from './imports.steps';

const shared = { tag: 'Products' } as const;
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
  const turns = importTurns();
  const running = new Set<Promise<unknown>>();
  // Imports whose sender has disconnected are no longer requests in flight, but must finish before the server stops.
  api.app.addHook('onClose', async () => {
    turns.close();
    await Promise.allSettled(running);
  });
  route(api, {
    ...shared,
    access: ['products.create', 'products.update'],
    method: 'POST',
    url: '/products/import',
    errors: [
      'import.file_missing',
      'import.cancelled',
      'import.too_many_rows',
      'upload.not_multipart',
      'upload.incomplete',
      'upload.too_large',
    ],
    deadlineSeconds: 3600,
    summary: 'Import products from a CSV file (multipart, field csvFile); answers when done',
    query: importQuery,
    answer: importAnswerSchema,
    handle: ({ request, query, context: { person } }) =>
      turns.places.run(
        async () => {
          const upload = await receiveCsv(api, request);
          const setting = { ...api, person, dryRun: query.dry_run, turns };
          const { done } = await startImport(setting, upload);
          running.add(done);
          return done.finally(() => running.delete(done));
        },
        { who: person.id },
      ),
  });
}

async function receiveCsv({ dataDir }: Api, request: FastifyRequest): Promise<Upload> {
  const folder = path.join(dataDir, 'uploads');
  const upload = await receiveFile(request, { field: 'csvFile', folder, maxBytes: mostBytes });
  if (upload && isCsvName(upload.name)) return upload;
  await upload?.file.close();
  throw new AppError('import.file_missing', 400, noCsvFile, {
    details: [{ field: 'csvFile', message: noCsvFile }],
  });
}

function jobRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'products.read',
    method: 'GET',
    url: '/products/imports',
    summary: 'One’s own last imports, newest first, without their errors',
    answer: z.array(jobSchema),
    handle: ({ context }) => listJobs(context.db, context.person.id),
  });
  route(api, {
    ...shared,
    access: 'products.read',
    method: 'GET',
    url: '/products/imports/:job_id',
    summary: 'Where one’s own import is',
    params: jobParams,
    answer: jobSchema,
    handle: ({ context, params }) => jobOf(context, params.job_id),
  });
  route(api, {
    ...shared,
    access: ['products.create', 'products.update'],
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
    access: 'products.read',
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
    access: 'products.export',
    url: '/products/export',
    loggedAs: 'products.csv',
    summary: 'All products, or those chosen, as a CSV file that imports back without a change',
    query: selectionQuery,
    handle: async ({ context, client, query }) => {
      const asked = askedOf(productWindows, query);
      const chosen = { asked, ids: idsOf(query.ids ?? '') };
      const { time_zone: timeZone, tax_mode: taxMode } = await getSettings(context.db);
      const name = exportName(dayOf(context.now, timeZone));
      const wanted = { ...api, person: context.person, fileName: name, taxMode, client, chosen };
      const content = await exportProducts(wanted);
      return { name, type: csv, content, isPacked: client.packs };
    },
  });
  fileRoute(api, {
    ...shared,
    access: 'products.read',
    url: '/products/sample-csv',
    summary: 'A CSV file to fill in for an import',
    handle: async () => ({ name: 'products-sample.csv', type: csv, content: sampleCsv() }),
  });
}
