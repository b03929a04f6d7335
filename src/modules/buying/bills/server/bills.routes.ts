import { revaluedSchema } from '~/modules/catalogue/products/stock/revalued.fields';
import { z } from 'zod';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import {
  billChargeFields,
  billFields,
  billLineFields,
  differenceSchema,
  type WholeBill,
} from '../bills.fields';
import {
  billPatchSchema,
  billStatusSchema,
  newBillSchema,
  newCreditSchema,
  tdsQuerySchema,
  tdsSchema,
} from '../requests.schema';
import { createBill, deleteBill, setBillStatus, updateBill } from './bills.actions';
import {
  billCharges,
  billLines,
  billLinks,
  bills,
  billWindows,
  getBill,
  listBills,
} from './bills.queries';
import { creditBill } from './credits.actions';
import { previewTds } from './tds.actions';

const row = rowSchema(billFields);
const charge = rowSchema(billChargeFields).and(z.object({ goods_receipt_ids: z.array(z.int()) }));
const whole: z.ZodType<WholeBill> = row
  .and(
    z.object({
      items: z.array(rowSchema(billLineFields)),
      charges: z.array(charge),
      differences: z.array(differenceSchema),
    }),
  )
  .and(revaluedSchema);
const shared = { tag: 'Bills' } as const;

export function billRoutes(api: Api): void {
  route(api, {
    ...shared,
    method: 'GET',
    url: '/bills/tds',
    access: 'bills.read',
    summary: 'Calculate the TDS of a bill on a base, with the reason',
    query: tdsQuerySchema,
    response: tdsSchema,
    handle: ({ context, query }) => previewTds(context, query),
  });
  recordRoutes(api, {
    ...shared,
    url: '/bills',
    access: 'bills',
    response: whole,
    find: ({ db, person }, id) => getBill(db, id, person),
    list: {
      summary: 'List all bills and credits of vendors, newest first, without their lines',
      row,
      source: ({ person }) => listBills(person),
      windows: billWindows,
    },
    create: {
      summary: 'Create a bill of a vendor: a draft, or booked at once',
      body: newBillSchema,
      act: createBill,
    },
    read: { summary: 'Get a bill with its lines and charges' },
    update: {
      summary: 'Change a draft, or due date, terms and notes of a booked bill',
      body: billPatchSchema,
      act: updateBill,
    },
    status: {
      summary: 'Book a draft, or cancel a booked bill',
      body: billStatusSchema,
      act: setBillStatus,
    },
    remove: { summary: 'Delete a draft', act: deleteBill },
    history: { entity: bills, links: billLinks, lines: [billLines, billCharges] },
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/bills/:id/credit',
    access: 'bills.update',
    summary: 'Book a credit of the vendor for lines of a bill',
    params: idParams,
    body: newCreditSchema,
    response: whole,
    status: 201,
    idempotent: true,
    handle: ({ context, params, body }) => creditBill(context, params.id, body),
  });
}
