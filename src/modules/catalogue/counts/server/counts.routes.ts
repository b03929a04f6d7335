import { z } from 'zod';
import { fileRoute } from '~/kit/server/http/file-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { maxId } from '~/kit/shared/fields/fields';
import {
  countPatchSchema,
  countRow,
  countStatusSchema,
  newCountSchema,
  scannedLineSchema,
  scanSchema,
  wholeCount,
} from '../counts.fields';
import { countSheet, createCount, deleteCount, postCount, updateCount } from './counts.actions';
import { countLinks, counts, countWindows, getCount, listCounts } from './counts.queries';
import { removeLine, scanLine } from './scanning.actions';

const shared = { tag: 'Stock Counts' } as const;

export function countRoutes(api: Api): void {
  recordRoutes(api, {
    ...shared,
    url: '/counts',
    access: 'stock',
    response: wholeCount,
    find: ({ db, person }, id) => getCount(db, id, person),
    list: {
      summary: 'List the stock counts, newest first, without their lines',
      row: countRow,
      source: ({ person }) => listCounts(person),
      windows: countWindows,
    },
    create: {
      summary: 'Open a stock count of a location, or of a category in it',
      body: newCountSchema,
      act: createCount,
    },
    read: { summary: 'Get a stock count with its lines' },
    update: {
      summary: 'Change an open count; its location, category and day before anything is counted',
      body: countPatchSchema,
      act: updateCount,
    },
    status: {
      summary: 'Post a count: each difference becomes a movement at the moment of its line',
      body: countStatusSchema,
      act: postCount,
    },
    remove: { summary: 'Delete an open count', act: deleteCount },
    history: { entity: counts, links: countLinks },
  });
  lineRoutes(api);
}

function lineRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'stock.update',
    method: 'POST',
    url: '/counts/:id/lines',
    summary: 'Count what carries a code, or a product: so many more, or so many in all',
    params: idParams,
    body: scanSchema,
    response: scannedLineSchema,
    idempotent: true,
    handle: ({ context, params, body }) => scanLine(context, params.id, body),
  });
  route(api, {
    ...shared,
    access: 'stock.update',
    method: 'DELETE',
    url: '/counts/:id/lines/:line_id',
    summary: 'Remove a line that was counted by mistake',
    params: idParams.extend({ line_id: z.coerce.number().int().min(1).max(maxId) }),
    response: wholeCount,
    handle: ({ context, params }) => removeLine(context, params),
  });
  fileRoute(api, {
    ...shared,
    access: 'stock.read',
    url: '/counts/:id/pdf',
    summary: 'Download the count sheet as a PDF file',
    params: idParams,
    handle: ({ context, params }) => countSheet(context, params.id),
  });
}
