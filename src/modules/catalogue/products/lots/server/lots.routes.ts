import { z } from 'zod';
import { getRecord } from '~/kit/server/database/entity';
import { fileRoute } from '~/kit/server/http/file-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams } from '~/kit/server/http/route';
import { maxId, type RowOf } from '~/kit/shared/fields/fields';
import { patchSchema } from '~/kit/shared/fields/record-schemas';
import { lotFields, lotSchema, mostLabels } from '../lots.fields';
import { traceDirections, traceSchema } from '../trace.fields';
import { labelsPdf } from './labels.actions';
import { recallFile, traceLot } from './trace.actions';
import { updateLot } from './lots.actions';
import { listLots, lotLinks, lots, lotWindows } from './lots.queries';

const lotRow: z.ZodType<RowOf<typeof lotFields>> = lotSchema;

const wrongIds = 'ids must be ids of lots, such as 4,7';

const labelsQuery = z.object({
  ids: z
    .string({ error: wrongIds })
    .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, { error: wrongIds })
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((ids) => ids.every((id) => id <= maxId), { error: 'An id is too large' }),
  copies: z.coerce
    .number({ error: 'copies must be a whole number' })
    .int({ error: 'copies must be a whole number' })
    .min(1, { error: 'copies must be at least 1' })
    .max(mostLabels, { error: `There can be at most ${mostLabels} labels` })
    .default(1),
});

const traceQuery = z.object({
  direction: z.enum(traceDirections).default('both'),
  format: z.enum(['csv', 'pdf']).optional().describe('The recall list, as a file'),
});

export function lotRoutes(api: Api): void {
  fileRoute(api, {
    tag: 'Lots',
    access: 'stock.read',
    url: '/lots/labels',
    summary: 'Download labels of lots with their QR codes as a PDF file, at most 500',
    query: labelsQuery,
    handle: ({ context, query }) => labelsPdf(context, query),
  });
  fileRoute(api, {
    tag: 'Lots',
    access: 'stock.read',
    url: '/lots/:id/trace',
    summary: 'Trace a lot: where its goods came from, and to whom they went; or the recall list',
    params: idParams,
    query: traceQuery,
    response: traceSchema,
    handle: async ({ context, params, query: { direction, format } }) => {
      const trace = await traceLot(context, params.id, direction);
      if (format) return recallFile(context, trace, format);
      const content = JSON.stringify({ success: true, data: trace });
      return { name: null, type: 'application/json; charset=utf-8', content };
    },
  });
  recordRoutes(api, {
    tag: 'Lots',
    url: '/lots',
    access: 'stock',
    response: lotRow,
    find: ({ db }, id) => getRecord(db, lots, id),
    list: {
      summary: 'List all lots and serial numbers with the locations where they lie, newest first',
      row: lotRow,
      source: listLots,
      windows: lotWindows,
    },
    read: { summary: 'Get a lot' },
    update: {
      summary: 'Change the dates, the vendor’s number and the notes of a lot',
      body: patchSchema(lotFields),
      act: updateLot,
    },
    history: { entity: lots, links: lotLinks },
  });
}
