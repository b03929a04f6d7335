import { z } from 'zod';
import { fileRoute } from '~/kit/server/http/file-route';
import { enforce } from '~/kit/server/errors';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { readRecordOf } from '~/modules/records/records/server/records.service';
import { furtherCopies } from '~/modules/sales/documents/print/copies.rules';
import { manyIds } from '~/modules/records/batches/batches.fields';
import {
  checkSchema,
  documentCheckSchema,
  filedMonthSchema,
} from '~/modules/sales/documents/findings/findings.fields';
import { checkDate, dateQuery, filedMonths } from '~/modules/sales/papers/server/checking.service';
import { paperPdf } from '~/modules/sales/papers/server/printing.service';
import { longFiguresRoute } from '~/modules/sales/documents/lines/server/long-lists.service';
import { invoiceFigures } from '../invoices.filters';
import { canPrint, isIssued } from '../invoices.rules';
import { invoicePatchSchema, invoiceStatusSchema, newInvoiceSchema } from '../requests.schema';
import { invoiceFields, invoiceLineFields, payableSchema } from '../invoices.fields';
import { updateInvoice } from './changes.actions';
import { invoiceList, invoiceWindows } from './invoice-windows.queries';
import { paperOf } from './tax-documents.service';
import {
  getInvoice,
  listInvoices,
  listPayable,
  listReadableIds,
  listUnpaid,
  invoiceLinks,
  invoiceLines,
  invoices,
} from './invoices.queries';
import {
  createInvoice,
  deleteInvoice,
  refreshInvoiceStatus,
  requireInvoice,
  setInvoiceStatus,
} from './invoices.service';
import { numberedSeries } from '../number-series.fields';
import { checkInvoice } from './preflight.actions';
import { findLastInvoice, listNumberSeries } from './number-series.queries';
import { sendInvoice } from './sending.actions';

const invoiceRow = rowSchema(invoiceFields);
const wholeInvoice = invoiceRow.and(z.object({ items: z.array(rowSchema(invoiceLineFields)) }));
const shared = { tag: 'Invoices' } as const;

export function invoiceRoutes(api: Api): void {
  listRoutes(api);
  recordRoutes(api, {
    ...shared,
    url: '/invoices',
    access: 'invoices',
    custom: { entity: invoices, isIssued },
    response: wholeInvoice,
    find: ({ db, person }, id) => getInvoice(db, id, person),
    list: {
      summary: 'List the invoices of the chosen workspace, newest first',
      row: invoiceRow,
      source: (context) => listInvoices(context.person),
      windows: invoiceWindows,
    },
    create: {
      summary:
        'Create an invoice, also of a delivery alone: a draft, or issued at once as pending or sent',
      body: newInvoiceSchema,
      act: createInvoice,
    },
    read: { summary: 'Get an invoice with its items' },
    update: {
      summary: 'Change an invoice: the whole form or any of its fields',
      body: invoicePatchSchema,
      act: updateInvoice,
    },
    status: {
      summary: 'Mark an invoice as pending or sent, which issues a draft, or cancel it',
      body: invoiceStatusSchema,
      act: setInvoiceStatus,
    },
    remove: {
      summary: 'Delete a draft, or an opening invoice that was not paid',
      act: deleteInvoice,
    },
    history: { entity: invoices, links: invoiceLinks, lines: [invoiceLines] },
  });
  stepRoutes(api);
  documentRoutes(api);
}

function listRoutes(api: Api): void {
  longFiguresRoute(api, {
    ...shared,
    access: 'invoices.read',
    url: '/invoices/figures',
    summary:
      'Get the numbers and the revenue of the invoices of the chosen workspace, and whose they are',
    figures: invoiceFigures,
    entities: ['invoices', 'customers'],
    list: invoiceList,
  });
  route(api, {
    ...shared,
    access: ['invoices.read', 'customers.read'],
    method: 'GET',
    url: '/customers/:id/unpaid-invoices',
    summary: 'List the issued unpaid invoices of a customer, the longest due first',
    params: idParams,
    query: z.object({ drafts: z.enum(['true']).optional().describe('Drafts too') }),
    response: z.array(invoiceRow),
    handle: async ({ context, params: { id: customer }, query }) => {
      await readRecordOf(context, 'customers', customer);
      return listUnpaid(context, { customer, drafts: query.drafts === 'true' });
    },
  });
  route(api, {
    ...shared,
    access: 'invoices.read',
    method: 'GET',
    url: '/invoices/payable',
    summary: 'Sum up by customer what can be paid in the chosen workspace, drafts included',
    response: z.array(payableSchema),
    handle: ({ context }) => listPayable(context),
  });
}

function stepRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'invoices.update',
    method: 'PUT',
    url: '/invoices/:id/auto-status',
    summary: 'Update the status of an invoice by its due date',
    params: idParams,
    response: wholeInvoice,
    handle: ({ context, params }) => refreshInvoiceStatus(context, params.id),
  });
  route(api, {
    ...shared,
    access: 'invoices.issue',
    method: 'POST',
    url: '/invoices/:id/send',
    summary: 'Email an invoice to its customer',
    params: idParams,
    response: wholeInvoice,
    idempotent: true,
    handle: ({ context, params }) => sendInvoice(context, params.id, api),
  });
}

const numberSeries = z.object({
  series: z.enum(numberedSeries),
  financial_year: z.string(),
  first: z.int(),
  last: z.int(),
  count: z.int(),
  gaps: z.int().describe('The number of unused numbers up to the last one'),
  cancelled: z.array(z.string()).describe('The numbers of cancelled documents'),
});

const copyQuery = z.object({
  copy: z
    .enum(furtherCopies, { error: 'copy must be duplicate or triplicate' })
    .optional()
    .describe('Another copy than the original, of an issued invoice by GST'),
});

function documentRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'invoices.read',
    method: 'GET',
    url: '/invoices/:id/check',
    summary: 'Check an invoice against the rules of the GST portals',
    params: idParams,
    response: documentCheckSchema,
    handle: async ({ context, params }) =>
      checkInvoice(context, await requireInvoice(context, params.id)),
  });
  route(api, {
    ...shared,
    access: 'invoices.read',
    method: 'POST',
    url: '/invoices/filed',
    summary: 'Count the invoices that filed returns contain, by month; nothing is changed',
    body: z.strictObject({ ids: manyIds }),
    response: z.array(filedMonthSchema),
    handle: async ({ context, body }) => {
      const ids = await listReadableIds(context, body.ids);
      return filedMonths.get().countFiled(context.db, 'invoice', ids);
    },
  });
  route(api, {
    ...shared,
    access: 'invoices.read',
    method: 'GET',
    url: '/invoices/date-check',
    summary: 'Check a date of an invoice that is being written',
    query: dateQuery,
    response: checkSchema,
    handle: ({ context, query: { date } }) =>
      checkDate(context, { kind: 'invoice', date, path: '/invoices', findLast: findLastInvoice }),
  });
  fileRoute(api, {
    ...shared,
    access: 'invoices.read',
    url: '/invoices/:id/pdf',
    summary: 'Download an invoice as PDF',
    params: idParams,
    query: copyQuery,
    handle: async ({ context, params, query: { copy } }) => {
      const invoice = await requireInvoice(context, params.id);
      enforce(canPrint(invoice));
      return paperPdf(context.db, paperOf(invoice), copy);
    },
  });
  route(api, {
    ...shared,
    access: 'admin',
    method: 'GET',
    url: '/invoices/number-series',
    summary: 'List the series of legal numbers by financial year, with gaps and cancelled numbers',
    response: z.array(numberSeries),
    handle: ({ context }) => listNumberSeries(context.db),
  });
}
