import { z } from 'zod';
import { fileRoute } from '~/kit/server/http/file-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { lineLotsSchema } from '~/modules/catalogue/products/lots/lots.fields';
import { newTransferSchema, transferPatchSchema, transferStatusSchema } from '../requests.schema';
import { transferFields, transferItemFields, type TransferWithItems } from '../transfers.fields';
import {
  createTransfer,
  deleteTransfer,
  setTransferStatus,
  transferPdf,
  updateTransfer,
} from './transfers.actions';
import {
  getTransfer,
  listTransfers,
  transferLines,
  transferLinks,
  transfers,
  transferWindows,
} from './transfers.queries';

const row = rowSchema(transferFields);
const item = z.intersection(rowSchema(transferItemFields), z.object({ lots: lineLotsSchema }));
const whole: z.ZodType<TransferWithItems> = row.and(z.object({ items: z.array(item) }));
const shared = { tag: 'Transfers' } as const;

export function transferRoutes(api: Api): void {
  recordRoutes(api, {
    ...shared,
    url: '/transfers',
    access: 'stock',
    response: whole,
    find: ({ db }, id) => getTransfer(db, id),
    list: {
      summary: 'List all transfers, newest first, without their lines',
      row,
      source: listTransfers,
      windows: transferWindows,
    },
    create: {
      summary: 'Create a transfer of goods between two locations: a draft, or done at once',
      body: newTransferSchema,
      act: createTransfer,
    },
    read: { summary: 'Get a transfer with its items' },
    update: {
      summary: 'Change a draft, or transport and notes of a transfer that is done',
      body: transferPatchSchema,
      act: updateTransfer,
    },
    status: {
      summary: 'Move the goods of a draft, or cancel a transfer that is done',
      body: transferStatusSchema,
      act: setTransferStatus,
    },
    remove: { summary: 'Delete a draft', act: deleteTransfer },
    history: { entity: transfers, links: transferLinks, lines: [transferLines] },
  });
  fileRoute(api, {
    ...shared,
    access: 'stock.read',
    url: '/transfers/:id/pdf',
    summary: 'Download the transfer note as a PDF file; to a job worker the delivery challan',
    params: idParams,
    handle: ({ context, params }) => transferPdf(context, params.id),
  });
}
