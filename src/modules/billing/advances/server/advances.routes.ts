import { z } from 'zod';
import { fileRoute } from '~/kit/server/http/file-route';
import { readRecord } from '~/kit/server/database/entity';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { adjustmentSchema, advanceFields, partSchema, refundSchema } from '../advances.fields';
import {
  advancePatchSchema,
  advanceStatusSchema,
  applySchema,
  newAdvanceSchema,
  newRefundSchema,
  refundParams,
} from '../requests.schema';
import { applyAdvance } from './adjusting.actions';
import {
  advanceLinks,
  advances,
  getAdvance,
  listAdvances,
  advanceWindows,
} from './advances.queries';
import {
  cancelAdvance,
  previewAdvance,
  recordAdvance,
  refundAdvance,
  updateAdvance,
} from './advances.actions';
import { filedSchema } from '~/modules/sales/documents/findings/findings.fields';
import { filedMonths } from '~/modules/sales/papers/server/checking.service';
import { paperPdf } from '~/modules/sales/papers/server/printing.service';
import { voucherPaper } from './vouchers.queries';

const advanceRow = rowSchema(advanceFields);
const wholeAdvance = advanceRow.and(
  z.object({
    parts: z.array(partSchema),
    adjustments: z.array(adjustmentSchema),
    refunds: z.array(refundSchema),
  }),
);

const { supply_type, place_of_supply, taxable_value } = advanceFields;
const { tax_amount, cgst_amount, sgst_amount, igst_amount } = advanceFields;
const previewResponse = rowSchema({
  supply_type,
  place_of_supply,
  taxable_value,
  tax_amount,
  cgst_amount,
  sgst_amount,
  igst_amount,
}).and(z.object({ parts: z.array(partSchema), letters: z.array(z.string()) }));

const shared = { tag: 'Advances' } as const;
export function advanceRoutes(api: Api): void {
  recordRoutes(api, {
    ...shared,
    url: '/advances',
    access: 'payments',
    response: wholeAdvance,
    find: ({ db, person }, id) => getAdvance(db, id, person),
    list: {
      summary: 'List the advances of the chosen workspace, newest first',
      row: advanceRow,
      source: (context) => listAdvances(context.person),
      windows: advanceWindows,
    },
    read: { summary: 'Get an advance with its purpose, adjustments and refunds' },
    create: {
      summary: 'Record an advance: a payment before the invoice, with its receipt voucher',
      body: newAdvanceSchema,
      act: recordAdvance,
    },
    update: {
      summary: 'Change the reference and the notes of an advance; its voucher does not change',
      body: advancePatchSchema,
      act: updateAdvance,
    },
    history: { entity: advances, links: advanceLinks },
  });
  stepRoutes(api);
  voucherRoutes(api);
}

function stepRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'payments.create',
    method: 'POST',
    url: '/advances/preview',
    summary: 'Preview an advance and its tax; nothing is stored',
    body: newAdvanceSchema,
    response: previewResponse,
    handle: ({ context, body }) => context.write((write) => previewAdvance(write, body)),
  });
  route(api, {
    ...shared,
    access: 'payments.update',
    method: 'PUT',
    url: '/advances/:id/status',
    summary: 'Cancel an advance from which no invoice is paid; its voucher keeps its number',
    params: idParams,
    body: advanceStatusSchema,
    response: wholeAdvance,
    current: (context, { id }) => readRecord(context, advances, id),
    handle: ({ context, params, body }) => cancelAdvance(context, params.id, body.updated_at),
  });
  route(api, {
    ...shared,
    access: 'payments.create',
    method: 'POST',
    url: '/advances/:id/apply',
    summary: 'Pay an issued invoice of the same customer from an advance',
    params: idParams,
    body: applySchema,
    response: wholeAdvance,
    idempotent: true,
    handle: ({ context, params, body }) => applyAdvance(context, params.id, body),
  });
  route(api, {
    ...shared,
    access: 'payments.refund',
    method: 'POST',
    url: '/advances/:id/refunds',
    summary: 'Refund the rest of an advance or part of it, with a refund voucher',
    params: idParams,
    body: newRefundSchema,
    response: wholeAdvance,
    status: 201,
    idempotent: true,
    handle: ({ context, params, body }) => refundAdvance(context, params.id, body),
  });
}

function voucherRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'payments.read',
    method: 'GET',
    url: '/advances/:id/check',
    summary: 'Check whether a filed return contains the receipt voucher of an advance',
    params: idParams,
    response: filedSchema,
    handle: async ({ context, params: { id } }) => {
      const { advance_date: date } = await readRecord(context, advances, id);
      const kind = 'receipt_voucher';
      const filed = await filedMonths.get().filingOf(context.db, { kind, id, date });
      return { is_filed: filed === 'with' };
    },
  });
  const file = { ...shared, access: 'payments.read' } as const;
  fileRoute(api, {
    ...file,
    url: '/advances/:id/pdf',
    summary: 'Download the receipt voucher of an advance as PDF',
    params: idParams,
    handle: async ({ context, params: { id } }) => {
      await readRecord(context, advances, id);
      const paper = await voucherPaper(context.db, { advance: id, refund: null });
      return paperPdf(context.db, paper);
    },
  });
  fileRoute(api, {
    ...file,
    url: '/advances/:id/refunds/:rid/pdf',
    summary: 'Download the refund voucher of a refund as PDF',
    params: refundParams,
    handle: async ({ context, params: { id, rid } }) => {
      await readRecord(context, advances, id);
      const paper = await voucherPaper(context.db, { advance: id, refund: rid });
      return paperPdf(context.db, paper);
    },
  });
}
