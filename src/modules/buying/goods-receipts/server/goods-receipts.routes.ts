import { z } from 'zod';
import { fileRoute } from '~/kit/server/http/file-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import {
  goodsReceiptFields,
  receiptItemFields,
  receiptLotsSchema,
  type ReceiptWithItems,
} from '../goods-receipts.fields';
import {
  newReceiptSchema,
  receiptPatchSchema,
  receiptStatusSchema,
  returnSchema,
} from '../requests.schema';
import {
  createReceipt,
  deleteReceipt,
  setReceiptStatus,
  updateReceipt,
} from './goods-receipts.actions';
import { revaluedSchema } from '~/modules/catalogue/products/stock/revalued.fields';
import { listReceipts, receiptWindows } from './goods-receipt-lists.queries';
import { getReceipt, goodsReceipts, receiptLines, receiptLinks } from './goods-receipts.queries';
import { receiptPdf } from './printing.actions';
import { returnGoods } from './returns.actions';

const row = rowSchema(goodsReceiptFields);
const item = z.intersection(rowSchema(receiptItemFields), z.object({ lots: receiptLotsSchema }));
const whole: z.ZodType<ReceiptWithItems> = row
  .and(z.object({ items: z.array(item) }))
  .and(revaluedSchema);
const shared = { tag: 'Goods receipts' } as const;

export function goodsReceiptRoutes(api: Api): void {
  recordRoutes(api, {
    ...shared,
    url: '/goods-receipts',
    access: 'goods_receipts',
    response: whole,
    find: ({ db, person }, id) => getReceipt(db, id, person),
    list: {
      summary: 'List all goods receipts and returns, newest first, without their lines',
      row,
      source: ({ person }) => listReceipts(person),
      windows: receiptWindows,
    },
    create: {
      summary: 'Enter goods that came: a draft, or received at once; of a vendor with their order',
      body: newReceiptSchema,
      act: createReceipt,
    },
    read: { summary: 'Get a goods receipt with its items' },
    update: {
      summary: 'Change a draft, or challan, vehicle, notes and costs of goods that came',
      body: receiptPatchSchema,
      act: updateReceipt,
    },
    status: {
      summary: 'Receive the goods of a draft, or cancel what came or went back',
      body: receiptStatusSchema,
      act: setReceiptStatus,
    },
    remove: { summary: 'Delete a draft', act: deleteReceipt },
    history: {
      entity: goodsReceipts,
      links: receiptLinks,
      lines: [receiptLines],
      path: 'goods-receipts',
    },
  });
  route(api, {
    ...shared,
    access: 'goods_receipts.update',
    method: 'POST',
    url: '/goods-receipts/:id/return',
    summary: 'Return received goods to the vendor',
    params: idParams,
    body: returnSchema,
    response: whole,
    status: 201,
    idempotent: true,
    handle: ({ context, params, body }) => returnGoods(context, params.id, body),
  });
  fileRoute(api, {
    ...shared,
    access: 'goods_receipts.read',
    url: '/goods-receipts/:id/pdf',
    summary: 'Download a goods receipt, or a return, as a PDF file',
    params: idParams,
    handle: ({ context, params }) => receiptPdf(context, params.id),
  });
}
