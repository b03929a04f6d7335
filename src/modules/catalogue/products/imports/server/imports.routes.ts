import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fileRoute } from '~/kit/server/http/file-route';
import { askedOf, idsOf, selectionQuery } from '~/kit/server/http/window-answer';
import { chosenPart } from '~/kit/server/lists/windows';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { acceptFiles, receiveFile, type Upload } from '~/kit/server/files/upload';
import { dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { importAnswerSchema, isTableName, jobSchema, mostBytes } from '../imports.fields';
import { exportName } from '../products.csv';
import { productWindows } from '../../catalogue/server/product-windows.queries';
import { exportCsv } from './csv-exports.steps';
import { exportTypes, formatQuery, packs } from './export-files.steps';
import { exportProducts } from './exports.steps';
import { noFile } from './import-files.steps';
import { listJobs } from './imports.queries';
import { importTurns } from './import-turns.steps';
import { type ImportKind, registeredImports } from './imports.service';
import { productImports } from './product-imports.steps';
import { cancelImport, jobOf, refusedRows, startImport } from './imports.steps';

const csv = 'text/csv; charset=utf-8';
const jobParams = z.object({ job_id: idParams.shape.id });
const importQuery = z.object({
  dry_run: z
    .enum(['true', 'false'], { error: 'dry_run must be true or false' })
    .default('false')
    .transform((word) => word === 'true'),
});

export function importRoutes(api: Api): void {
  const kinds = [productImports, ...registeredImports()];
  void api.app.register(async (scope) => {
    await acceptFiles(scope);
    const uploads = { ...api, app: scope };
    const hands = importHands(uploads);
    for (const kind of kinds) uploadRoute(uploads, kind, hands);
  });
  for (const kind of kinds) {
    jobRoutes(api, kind);
    fileRoutes(api, kind);
    listExportRoute(api, kind);
  }
  exportRoute(api);
}

/** What the imports of this server share, whatever they are of. */
function importHands(api: Api) {
  const turns = importTurns();
  const running = new Set<Promise<unknown>>();
  // Imports whose sender has disconnected are no longer requests in flight, but must finish before the server stops.
  api.app.addHook('onClose', async () => {
    turns.close();
    await Promise.allSettled(running);
  });
  return { turns, running };
}

function uploadRoute(
  api: Api,
  kind: ImportKind,
  { turns, running }: ReturnType<typeof importHands>,
): void {
  const { subject, tag } = kind;
  route(api, {
    tag,
    access: [`${subject}.create`, `${subject}.update`],
    method: 'POST',
    url: `/${subject}/import`,
    errors: [
      ...kind.errors,
      'import.file_missing',
      'import.wrong_mapping',
      'import.unreadable_file',
      'import.cancelled',
      'import.too_many_rows',
      'upload.not_multipart',
      'upload.incomplete',
      'upload.too_large',
    ],
    deadlineSeconds: 3600,
    summary: `Import ${subject} from a CSV or Excel file (multipart: csvFile, and mapping, a JSON object of the file’s columns with their fields); answers when done`,
    query: importQuery,
    answer: importAnswerSchema,
    handle: ({ request, query, context: { person } }) =>
      turns.places.run(
        async () => {
          const upload = await receiveCsv(api, request);
          const setting = { ...api, kind, person, dryRun: query.dry_run, turns };
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
  const upload = await receiveFile(request, {
    field: 'csvFile',
    folder,
    maxBytes: mostBytes,
    texts: ['mapping'],
  });
  if (upload && isTableName(upload.name)) return upload;
  await upload?.file.close();
  throw noFile();
}

function jobRoutes(api: Api, { subject, tag }: ImportKind): void {
  const shared = { tag, access: `${subject}.read` } as const;
  route(api, {
    ...shared,
    method: 'GET',
    url: `/${subject}/imports`,
    summary: 'List your last imports, newest first, without their errors',
    answer: z.array(jobSchema),
    handle: ({ context }) => listJobs(context.db, { userId: context.person.id, subject }),
  });
  route(api, {
    ...shared,
    method: 'GET',
    url: `/${subject}/imports/:job_id`,
    summary: 'Get the progress of your import',
    params: jobParams,
    answer: jobSchema,
    handle: ({ context, params }) => jobOf(context, subject, params.job_id),
  });
  route(api, {
    tag,
    access: [`${subject}.create`, `${subject}.update`],
    method: 'POST',
    url: `/${subject}/imports/:job_id/cancel`,
    errors: ['import.already_ended'],
    summary: 'Cancel a running import; nothing is imported',
    params: jobParams,
    answer: jobSchema,
    handle: ({ context, params }) => cancelImport(context, subject, params.job_id),
  });
}

function fileRoutes(api: Api, { subject, tag, sample }: ImportKind): void {
  const shared = { tag, access: `${subject}.read` } as const;
  fileRoute(api, {
    ...shared,
    url: `/${subject}/imports/:job_id/refused`,
    errors: ['import.no_refused_rows'],
    summary: 'Download the rejected rows of an import as CSV, each with its reason',
    params: jobParams,
    handle: async ({ context, params }) => ({
      name: `refused-rows-${params.job_id}.csv`,
      type: csv,
      content: await refusedRows(context, subject, params.job_id),
    }),
  });
  fileRoute(api, {
    ...shared,
    url: `/${subject}/sample-csv`,
    summary: 'Download a CSV template for an import',
    handle: async ({ context: { db } }) => {
      const { tax_mode } = await getSettings(db);
      return { name: `${subject}-sample.csv`, type: csv, content: sample(tax_mode) };
    },
  });
}

function listExportRoute(api: Api, { subject, tag, exported }: ImportKind): void {
  if (!exported) return;
  fileRoute(api, {
    tag,
    access: `${subject}.export`,
    url: `/${subject}/export`,
    loggedAs: `${subject}.csv`,
    summary: `Export ${subject}, all or those chosen, as a CSV or Excel file that imports back without a change`,
    query: selectionQuery.extend(formatQuery.shape),
    handle: async ({ context, client, query }) => {
      const { db, now, person } = context;
      const list = exported.windows(context);
      const chosen = { asked: askedOf(list, query), ids: idsOf(query.ids ?? '') };
      const part = await chosenPart(db, list, chosen);
      const { statement, columns } = await exported.rows(context, part);
      const { time_zone: timeZone } = await getSettings(db);
      const { format = 'csv' } = query;
      const wanted = { ...api, person, client, format, columns };
      return {
        name: `${subject}-${dayOf(now, timeZone)}.${format}`,
        type: exportTypes[format],
        content: await exportCsv(wanted, statement),
        isPacked: packs(format, client),
      };
    },
  });
}

function exportRoute(api: Api): void {
  fileRoute(api, {
    tag: 'Products',
    access: 'products.export',
    url: '/products/export',
    loggedAs: 'products.csv',
    summary:
      'Export all or chosen products as a CSV or Excel file that imports back without a change',
    query: selectionQuery.extend(formatQuery.shape),
    handle: async ({ context, client, query }) => {
      const asked = askedOf(productWindows, query);
      const chosen = { asked, ids: idsOf(query.ids ?? '') };
      const { time_zone: timeZone, tax_mode: taxMode } = await getSettings(context.db);
      const { format = 'csv' } = query;
      const name = exportName(dayOf(context.now, timeZone), format);
      const { person } = context;
      const wanted = { ...api, person, fileName: name, taxMode, client, chosen, format };
      return {
        name,
        type: exportTypes[format],
        content: await exportProducts(wanted),
        isPacked: packs(format, client),
      };
    },
  });
}
