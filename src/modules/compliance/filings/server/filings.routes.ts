import { z } from 'zod';
import { fileRoute } from '~/kit/server/http/file-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import type { TaxDocumentKind } from '~/modules/sales/documents/print/tax-documents.fields';
import {
  cancellationSchema,
  eInvoiceSchema,
  filingsSchema,
  signedResponseSchema,
} from '../filings.fields';
import { sentJourneySchema, sentTransportSchema } from '../transport.fields';
import {
  eWayBillOfDelivery,
  eWayBillOfTransfer,
  cancelIrn,
  eInvoicesOf,
  getFilings,
  makeEWayBill,
  storeResponse,
} from './filings.actions';
import { filedPaths } from './filed-documents.actions';
import { changingOverResponse } from '../changing-over.fields';
import { listChangingOver } from './changing-over.queries';

const shared = { tag: 'Portals of GST' } as const;
const mostFiles = 200;

const query = z.object({
  ids: z
    .string({ error: 'Send ids as numbers with commas between them' })
    .regex(/^\d{1,9}(,\d{1,9})*$/, { error: 'Send ids as numbers with commas between them' })
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((ids) => ids.length <= mostFiles, { error: `Send at most ${mostFiles} ids` }),
  kind: z
    .enum(['invoice', 'credit_note', 'debit_note'], { error: 'Unknown kind of document' })
    .default('invoice'),
});

export function filingRoutes(api: Api): void {
  changingOverRoutes(api);
  onTheWayRoute(api, {
    access: 'deliveries.export',
    url: '/deliveries/:id/e-way-bill',
    summary: 'Download the JSON file of a dispatched delivery for the e-way bill portal',
    fileOf: eWayBillOfDelivery,
  });
  onTheWayRoute(api, {
    access: 'stock.export',
    url: '/transfers/:id/e-way-bill',
    summary: 'Download the JSON file of goods for job work for the e-way bill portal',
    fileOf: eWayBillOfTransfer,
  });
  for (const kind of ['invoice', 'credit_note', 'debit_note'] as const) {
    fileRoutes(api, kind);
    responseRoutes(api, kind);
  }
  fileRoute(api, {
    ...shared,
    access: 'invoices.export',
    url: '/tax/e-invoices',
    summary: `Download the JSON file of up to ${mostFiles} documents for the e-invoice portal`,
    query,
    handle: async ({ context, query: { ids, kind } }) => {
      const files = await eInvoicesOf(
        context,
        ids.map((id) => ({ kind, id })),
      );
      return jsonFile('e-invoices.json', files);
    },
  });
  route(api, {
    ...shared,
    access: 'invoices.issue',
    method: 'POST',
    url: '/invoices/:id/e-way-bill',
    summary:
      'Save the transport of the goods of an invoice; returns the file for the e-way bill portal',
    params: idParams,
    body: sentTransportSchema,
    response: z
      .object({ version: z.literal('1.0.0621'), billLists: z.array(z.looseObject({})) })
      .describe('The file for bulk upload'),
    handle: ({ context, params, body }) => makeEWayBill(context, params.id, body),
  });
}

interface OnTheWay {
  access: 'deliveries.export' | 'stock.export';
  url: `/${string}/:id/e-way-bill`;
  summary: string;
  fileOf: typeof eWayBillOfDelivery;
}

function onTheWayRoute(api: Api, { access, url, summary, fileOf }: OnTheWay): void {
  fileRoute(api, {
    ...shared,
    access,
    url,
    summary,
    params: idParams,
    query: sentJourneySchema,
    handle: async ({ context, params: { id }, query }) => {
      const file = await fileOf(context, id, query);
      const number = String(file.billLists[0]?.['docNo'] ?? '').replaceAll(/[^\w.-]/g, '-');
      return jsonFile(`e-way-bill-${number}.json`, file);
    },
  });
}

const nouns = {
  invoice: 'an invoice',
  credit_note: 'a credit note',
  debit_note: 'a debit note',
} as const satisfies Record<TaxDocumentKind, string>;

function fileRoutes(api: Api, kind: TaxDocumentKind): void {
  fileRoute(api, {
    ...shared,
    access: 'invoices.export',
    url: `${filedPaths[kind]}/:id/e-invoice`,
    summary: `Download the JSON file of ${nouns[kind]} for the e-invoice portal: a list of one document`,
    params: idParams,
    handle: async ({ context, params: { id } }) => {
      const files = await eInvoicesOf(context, [{ kind, id }]);
      const name = files[0]?.DocDtls.No.replaceAll(/[^\w.-]/g, '-') ?? '';
      return jsonFile(`e-invoice-${name}.json`, files);
    },
  });
}

function jsonFile(name: string, content: unknown) {
  return { name, type: 'application/json', content: JSON.stringify(content, null, 2) };
}

function responseRoutes(api: Api, kind: TaxDocumentKind): void {
  const noun = nouns[kind];
  const url = `${filedPaths[kind]}/:id`;
  route(api, {
    ...shared,
    access: 'invoices.read',
    method: 'GET',
    url: `${url}/filings`,
    summary: `Get the IRN of ${noun} and the transport of the goods`,
    params: idParams,
    response: filingsSchema,
    handle: ({ context, params: { id } }) => getFilings(context, { kind, id }),
  });
  route(api, {
    ...shared,
    access: 'invoices.issue',
    method: 'POST',
    url: `${url}/e-invoice`,
    summary: `Save the signed response of the e-invoice portal for ${noun}`,
    params: idParams,
    body: signedResponseSchema,
    response: eInvoiceSchema,
    status: 201,
    handle: ({ context, params: { id }, body }) => storeResponse(context, { kind, id }, body),
  });
  route(api, {
    ...shared,
    access: 'invoices.issue',
    method: 'POST',
    url: `${url}/e-invoice/cancel`,
    summary: `Record that the IRN of ${noun} was cancelled on the portal`,
    params: idParams,
    body: cancellationSchema,
    response: eInvoiceSchema,
    handle: ({ context, params: { id }, body }) => cancelIrn(context, { kind, id }, body),
  });
}

function changingOverRoutes(api: Api): void {
  route(api, {
    tag: 'Portals of GST',
    access: 'admin',
    method: 'GET',
    url: '/tax/changing-over',
    summary:
      'List what the company, its customers, goods, open orders and drafts still need for GST',
    response: changingOverResponse,
    handle: async ({ context }) => ({ groups: await listChangingOver(context.db) }),
  });
}
