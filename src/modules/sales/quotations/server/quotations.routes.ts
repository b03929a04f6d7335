import { z } from 'zod';
import { fileRoute } from '~/kit/server/http/file-route';
import { listRoute } from '~/kit/server/http/list-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { lists } from '~/modules/organization/kinds/kinds.rules';
import { readRecordOf } from '~/modules/records/records/server/records.service';
import { wholeOrder } from '~/modules/sales/orders/requests.schema';
import { isIssued } from '../quotations.rules';
import {
  quotationFields,
  quotationItemFields,
  quotationServiceFields,
  type QuotationWithLines,
} from '../quotations.fields';
import { openValueSchema } from '../open-values.fields';
import {
  newQuotationSchema,
  quotationOrderSchema,
  quotationPatchSchema,
  quotationStatusSchema,
} from '../requests.schema';
import { orderQuotation, setQuotationStatus } from './decisions.actions';
import { quotationPdf, sendQuotation } from './documents.actions';
import { publicRoutes } from './public.routes';
import {
  getQuotation,
  listOpenValues,
  listQuotations,
  quotationWindows,
  listQuotationsOf,
  quotationLines,
  quotationLinks,
  quotations,
} from './quotations.queries';
import {
  createQuotation,
  deleteQuotation,
  reviseQuotation,
  updateQuotation,
} from './quotations.actions';

const quotationRow = rowSchema(quotationFields);
const quotationWhole: z.ZodType<QuotationWithLines> = quotationRow.and(
  z.object({
    items: z.array(rowSchema(quotationItemFields)),
    services: z.array(rowSchema(quotationServiceFields)),
  }),
);
const shared = { tag: 'Quotations' } as const;

export function quotationRoutes(api: Api): void {
  listRoutes(api);
  recordRoutes(api, {
    ...shared,
    url: '/quotations',
    access: 'quotations',
    custom: { entity: quotations, isIssued },
    response: quotationWhole,
    find: ({ db, person }, id) => getQuotation(db, id, person),
    list: {
      summary: 'List the quotations of the chosen workspace, newest first, without their lines',
      row: quotationRow,
      source: (context) => listQuotations(context.person),
      windows: quotationWindows,
    },
    create: {
      summary: 'Create a quotation for a customer or a lead, as a draft with its number',
      body: newQuotationSchema,
      act: createQuotation,
    },
    read: { summary: 'Get a quotation with its items and services' },
    update: {
      summary:
        'Change a draft; of other quotations only reference, notes and whether it is a template',
      body: quotationPatchSchema,
      act: updateQuotation,
    },
    status: {
      summary: 'Mark a quotation as sent, accepted or declined, or open it again',
      body: quotationStatusSchema,
      act: setQuotationStatus,
    },
    remove: {
      summary: 'Delete a draft; the revision before it is again what it was',
      act: deleteQuotation,
    },
    history: { entity: quotations, links: quotationLinks, lines: [quotationLines] },
  });
  stepRoutes(api);
  followingRoutes(api);
  readingRoutes(api);
  publicRoutes(api);
}

function listRoutes(api: Api): void {
  for (const kind of ['customers', 'leads'] as const)
    listRoute(api, {
      ...shared,
      access: ['quotations.read', `${kind}.read`],
      url: `/${kind}/:id/quotations`,
      summary: `List the quotations of a ${lists[kind].noun.toLowerCase()}, newest first, without their lines`,
      row: quotationRow,
      params: idParams,
      source: async ({ context, params }) => {
        await readRecordOf(context, kind, params.id);
        return listQuotationsOf(context.person, kind, params.id);
      },
    });
}

/** The end of a draft, and what is read besides: values of leads, the file and the history of a quotation. */
function readingRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'quotations.read',
    method: 'GET',
    url: '/quotations/open-values',
    summary: 'Get what the sent and accepted quotations of each lead come to',
    response: z.array(openValueSchema),
    handle: ({ context }) => listOpenValues(context),
  });
  fileRoute(api, {
    ...shared,
    access: 'quotations.read',
    url: '/quotations/:id/pdf',
    summary: 'Download a quotation as PDF',
    params: idParams,
    handle: async ({ context, params }) => {
      const quotation = await getQuotation(context.db, params.id, context.person);
      return quotationPdf(context.db, quotation);
    },
  });
}

function stepRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'quotations.update',
    method: 'POST',
    url: '/quotations/:id/send',
    summary: 'Email a quotation and its link to the customer or lead; a draft becomes sent',
    params: idParams,
    response: quotationWhole,
    idempotent: true,
    handle: ({ context, params }) => sendQuotation(context, params.id, api),
  });
}

function followingRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'quotations.update',
    method: 'POST',
    url: '/quotations/:id/revise',
    summary: 'Create the next revision as a draft; the one before is superseded',
    params: idParams,
    response: quotationWhole,
    status: 201,
    idempotent: true,
    handle: ({ context, params }) => reviseQuotation(context, params.id),
  });
  route(api, {
    ...shared,
    access: ['quotations.update', 'orders.create'],
    method: 'POST',
    url: '/quotations/:id/order',
    summary: 'Create the order of an accepted quotation; a lead becomes a customer',
    params: idParams,
    body: quotationOrderSchema,
    response: z.object({ order: wholeOrder, quotation: quotationWhole }),
    status: 201,
    idempotent: true,
    handle: ({ context, params, body }) => orderQuotation(context, params.id, body ?? {}),
  });
}
