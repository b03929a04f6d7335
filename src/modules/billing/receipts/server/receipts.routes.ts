import { z } from 'zod';
import { fileRoute } from '~/kit/server/http/file-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { readRecord } from '~/kit/server/database/entity';
import { refundSchema } from '~/modules/billing/advances/advances.fields';
import { newRefundSchema, refundParams } from '~/modules/billing/advances/requests.schema';
import { receiptRefundPaper } from '~/modules/billing/advances/server/receipt-rests.service';
import { paperPdf } from '~/modules/sales/papers/server/printing.service';
import { patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { newAllocationSchema, receiptFields, type WholeReceipt } from '../receipts.fields';
import {
  allocateSchema,
  newReceiptSchema,
  receiptStatusSchema,
  setOffSchema,
} from '../requests.schema';
import {
  receiptPdf,
  allocateReceipt,
  cancelReceipt,
  recordReceipt,
  refundReceipt,
  updateReceipt,
} from './receipts.actions';
import {
  getReceipt,
  listReceipts,
  receiptWindows,
  receiptLinks,
  receipts,
} from './receipts.queries';
import { invoiceFields } from '~/modules/billing/invoices/invoices.fields';
import { refundCredit, setOffCredit } from './credits.actions';

const receiptRow = rowSchema(receiptFields);
const wholeReceipt: z.ZodType<WholeReceipt> = receiptRow.and(
  z.object({ allocations: z.array(newAllocationSchema), refunds: z.array(refundSchema) }),
);
const shared = { tag: 'Receipts' } as const;

export function receiptRoutes(api: Api): void {
  recordRoutes(api, {
    ...shared,
    url: '/receipts',
    access: 'receipts',
    custom: { entity: receipts },
    response: wholeReceipt,
    find: ({ db, person }, id) => getReceipt(db, id, person),
    list: {
      summary: 'List the receipts of the chosen workspace, newest first, without their allocations',
      row: receiptRow,
      source: (context) => listReceipts(context.person),
      windows: receiptWindows,
    },
    read: { summary: 'Get a receipt with its allocations' },
    create: {
      summary: 'Record a receipt and pay invoices from it; the rest is credit of the customer',
      body: newReceiptSchema,
      act: recordReceipt,
    },
    update: {
      summary: 'Change the custom fields of a receipt',
      body: patchSchema(receiptFields),
      act: updateReceipt,
    },
    status: {
      summary: 'Cancel a receipt; its payments fail, and its invoices are owed again',
      body: receiptStatusSchema,
      act: (context, id, body) => cancelReceipt(context, id, body.updated_at),
    },
    history: { entity: receipts, links: receiptLinks },
  });
  fileRoutes(api);
  route(api, {
    ...shared,
    access: 'receipts.update',
    method: 'POST',
    url: '/receipts/:id/allocate',
    summary: 'Pay invoices from the rest of a receipt',
    params: idParams,
    body: allocateSchema,
    response: wholeReceipt,
    idempotent: true,
    handle: ({ context, params, body }) => allocateReceipt(context, params.id, body),
  });
  route(api, {
    ...shared,
    access: ['receipts.update', 'payments.refund'],
    method: 'POST',
    url: '/receipts/:id/refund',
    summary: 'Refund the rest of a receipt or part of it, with a refund voucher',
    params: idParams,
    body: newRefundSchema,
    response: wholeReceipt,
    status: 201,
    idempotent: true,
    handle: ({ context, params, body }) => refundReceipt(context, params.id, body),
  });
}

function fileRoutes(api: Api): void {
  fileRoute(api, {
    ...shared,
    access: 'receipts.read',
    url: '/receipts/:id/pdf',
    summary: 'Download a receipt as PDF',
    params: idParams,
    handle: ({ context, params }) => receiptPdf(context, params.id),
  });
  fileRoute(api, {
    ...shared,
    access: 'receipts.read',
    url: '/receipts/:id/refunds/:rid/pdf',
    summary: 'Download the refund voucher of a refund as PDF',
    params: refundParams,
    handle: async ({ context, params: { id, rid } }) => {
      await readRecord(context, receipts, id);
      const paper = await receiptRefundPaper(context.db, { receipt: id, refund: rid });
      return paperPdf(context.db, paper);
    },
  });
}

const invoiceRow = rowSchema(invoiceFields);
const ofCredit = {
  tag: 'Invoices',
  method: 'POST',
  params: idParams,
  response: invoiceRow,
} as const;

export function creditRoutes(api: Api): void {
  route(api, {
    ...ofCredit,
    access: 'receipts.update',
    url: '/invoices/:id/credit/set-off',
    summary: 'Pay other invoices of the customer from the credit of an invoice',
    body: setOffSchema,
    idempotent: true,
    handle: ({ context, params, body }) => setOffCredit(context, params.id, body),
  });
  route(api, {
    ...ofCredit,
    access: ['receipts.update', 'payments.refund'],
    url: '/invoices/:id/credit/refund',
    summary: 'Refund the credit of an invoice or part of it, with a refund voucher',
    body: newRefundSchema,
    status: 201,
    idempotent: true,
    handle: ({ context, params, body }) => refundCredit(context, params.id, body),
  });
}
