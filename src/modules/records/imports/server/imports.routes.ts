import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '~/kit/server/database/context';
import { invalid } from '~/kit/server/errors';
import { acceptFiles, receiveFile, type Upload } from '~/kit/server/files/upload';
import { fileRoute } from '~/kit/server/http/file-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { windowQueryOf, idsOf, selectionQuery } from '~/kit/server/http/window-response';
import { wholly } from '~/kit/server/lists/windowed-list';
import { chosenPart } from '~/kit/server/lists/windows';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import * as field from '~/kit/shared/fields/fields';
import { type Day, dayOf } from '~/kit/shared/time/days';
import { companyDay, getSettings } from '~/modules/organization/company/server/settings.service';
import { type KindWithRights, lists } from '~/modules/organization/kinds/kinds.rules';
import { ownColumns } from '~/modules/records/custom-fields/own-columns.csv';
import { listOwnFields } from '~/modules/records/custom-fields/server/custom-fields.service';
import { importResponseSchema, isTableName, jobSchema, mostBytes } from '../imports.fields';
import { exportList, exportTypes } from './exports.internal';
import { noFile } from './import-files.internal';
import { cancelImport, jobOf, refusedRows } from './import-jobs.actions';
import { importTurns } from './import-turns.internal';
import { listJobs } from './imports.queries';
import { type ImportKind, importKinds } from './imports.service';
import { runImport } from './imports.internal';

const csv = 'text/csv; charset=utf-8';
const jobParams = z.object({ job_id: idParams.shape.id });
const importQuery = z.object({
  dry_run: z
    .enum(['true', 'false'], { error: 'dry_run must be true or false' })
    .default('false')
    .transform((word) => word === 'true'),
});
const dayQuery = z.object({
  as_of: fieldSchema(field.day({ label: 'Day' }))
    .optional()
    .describe('The past day that the file counts as of; today unless sent'),
});
const companiesQuery = z.object({
  one_per_company: z
    .enum(['true', 'false'], { error: 'one_per_company must be true or false' })
    .default('false')
    .describe('Makes one customer of each company, and contacts of its further rows'),
});
const exportQuery = selectionQuery.extend({
  format: z
    .enum(['csv', 'xlsx'], { error: 'format must be csv or xlsx' })
    .optional()
    .describe('csv unless sent'),
});

export function importRoutes(api: Api): void {
  const kinds = importKinds();
  void api.app.register(async (scope) => {
    await acceptFiles(scope);
    const uploads = { ...api, app: scope };
    const shared = sharedByImports(uploads);
    for (const kind of kinds) uploadRoute(uploads, kind, shared);
  });
  for (const kind of kinds) {
    jobRoutes(api, kind);
    fileRoutes(api, kind);
    if (kind.exported) exportRoute(api, kind.subject, kind.exported);
  }
}

function sharedByImports(api: Api) {
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
  { turns, running }: ReturnType<typeof sharedByImports>,
): void {
  const { subject, what = subject } = kind;
  route(api, {
    tag: lists[subject].plural,
    access: [`${subject}.create`, `${subject}.update`],
    method: 'POST',
    url: `/${subject}/import`,
    deadlineSeconds: 3600,
    summary: `Import ${what} from a CSV or Excel file (multipart: csvFile, and optionally mapping, a JSON object of the file’s columns with their fields, and sheet, the name of the sheet to read in an Excel file with several); answers when done`,
    query: importQuery.extend({
      ...(kind.takesDay ? dayQuery.shape : {}),
      ...(kind.takesCompanies ? companiesQuery.shape : {}),
    }),
    response: importResponseSchema,
    ...(kind.exported && { errors: ['custom.in_use'] }),
    handle: async ({ request, query, context }) => {
      const { person } = context;
      const asOf = await pastDay(context, dayQuery.parse(query).as_of);
      const onePerCompany = companiesQuery.parse(query).one_per_company === 'true';
      return turns.slots.run(
        async () => {
          const upload = await receiveCsv(api, request);
          const setting = { ...api, kind, person, turns, asOf, onePerCompany };
          const done = runImport(setting, upload, query.dry_run);
          running.add(done);
          return done.finally(() => running.delete(done));
        },
        { who: person.id },
      );
    },
  });
}

/** Null for today; 400 for a later day. */
async function pastDay(context: Context, day: Day | null | undefined): Promise<Day | null> {
  const today = await companyDay(context);
  if (day && day > today) throw invalid('as_of', 'The day cannot be in the future');
  return day && day < today ? day : null;
}

async function receiveCsv({ dataDir }: Api, request: FastifyRequest): Promise<Upload> {
  const folder = path.join(dataDir, 'uploads');
  const upload = await receiveFile(request, {
    field: 'csvFile',
    folder,
    maxBytes: mostBytes,
    texts: ['mapping', 'sheet'],
  });
  if (upload && isTableName(upload.name)) return upload;
  await upload?.file.close();
  throw noFile();
}

function jobRoutes(api: Api, { subject }: ImportKind): void {
  const shared = { tag: lists[subject].plural, access: `${subject}.read` } as const;
  route(api, {
    ...shared,
    method: 'GET',
    url: `/${subject}/imports`,
    summary: 'One’s own last imports, newest first, without their errors',
    response: z.array(jobSchema),
    handle: ({ context }) => listJobs(context.db, { userId: context.person.id, subject }),
  });
  route(api, {
    ...shared,
    method: 'GET',
    url: `/${subject}/imports/:job_id`,
    summary: 'Where one’s own import is',
    params: jobParams,
    response: jobSchema,
    handle: ({ context, params }) => jobOf(context, subject, params.job_id),
  });
  route(api, {
    tag: lists[subject].plural,
    access: [`${subject}.create`, `${subject}.update`],
    method: 'POST',
    url: `/${subject}/imports/:job_id/cancel`,
    summary: 'Cancel a running import: nothing of it is in',
    params: jobParams,
    response: jobSchema,
    handle: ({ context, params }) => cancelImport(context, subject, params.job_id),
  });
}

function fileRoutes(api: Api, { subject, sample }: ImportKind): void {
  const shared = { tag: lists[subject].plural, access: `${subject}.read` } as const;
  fileRoute(api, {
    ...shared,
    url: `/${subject}/imports/:job_id/refused`,
    summary: 'The refused rows of an import as CSV, each with its reason',
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
    summary: 'A CSV file to fill in for an import',
    handle: async ({ context: { db } }) => {
      const { tax_mode } = await getSettings(db);
      return { name: `${subject}-sample.csv`, type: csv, content: sample(tax_mode) };
    },
  });
}

function exportRoute(
  api: Api,
  subject: KindWithRights,
  exported: NonNullable<ImportKind['exported']>,
): void {
  fileRoute(api, {
    tag: lists[subject].plural,
    access: `${subject}.export`,
    url: `/${subject}/export`,
    loggedAs: `${subject}.csv`,
    summary: `Export ${subject}, all or those chosen, as a CSV or Excel file that imports back without a change`,
    query: exportQuery,
    handle: async ({ context, client, query }) => {
      const { db, now, person } = context;
      const windows = await wholly(exported.windows(context));
      const chosen = { query: windowQueryOf(windows, query), ids: idsOf(query.ids ?? '') };
      const own = ownColumns(await listOwnFields(db, subject));
      const list = await exported.rows(context, await chosenPart(db, windows, chosen), own);
      const { time_zone: timeZone } = await getSettings(db);
      const { format = 'csv' } = query;
      const name = `${subject}-${dayOf(now, timeZone)}.${format}`;
      const isSheet = format === 'xlsx';
      // An Excel file is packed in itself.
      const isPacked = client.packs && !isSheet;
      const { signal } = client;
      const request = { ...api, person, subject, fileName: name, list, isSheet, isPacked, signal };
      return { name, type: exportTypes[format], content: await exportList(request), isPacked };
    },
  });
}
