import { z } from 'zod';
import { fileRoute } from '~/kit/server/http/file-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import {
  cancellationSchema,
  eInvoiceSchema,
  filingsSchema,
  signedAnswerSchema,
} from '../filings.fields';
import { sentTransportSchema } from '../transport.fields';
import { changingOverRoutes } from './changing-over.routes';
import { cancelIrn, eInvoicesOf, getFilings, keepAnswer, makeEWayBill } from './filings.steps';

const shared = { tag: 'Portals of GST' } as const;
const mostFiles = 200;

const query = z.object({
  ids: z
    .string({ error: 'Send ids as numbers with commas between them' })
    .regex(/^\d{1,9}(,\d{1,9})*$/, { error: 'Send ids as numbers with commas between them' })
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((ids) => ids.length <= mostFiles, { error: `Send at most ${mostFiles} ids` }),
});

export function filingRoutes(api: Api): void {
  changingOverRoutes(api);
  eInvoiceRoutes(api);
  answerRoutes(api);
  route(api, {
    ...shared,
    access: 'invoices.issue',
    method: 'POST',
    url: '/invoices/:id/e-way-bill',
    errors: ['e_way_bill.refused'],
    summary: 'Keep how the goods of an invoice travel; answers the file for the e-way bill portal',
    params: idParams,
    body: sentTransportSchema,
    answer: z
      .object({ version: z.literal('1.0.0621'), billLists: z.array(z.looseObject({})) })
      .describe('The file for bulk upload'),
    handle: ({ context, params, body }) => makeEWayBill(context, params.id, body),
  });
}

function eInvoiceRoutes(api: Api): void {
  fileRoute(api, {
    ...shared,
    access: 'invoices.export',
    url: '/invoices/:id/e-invoice',
    errors: ['e_invoice.refused'],
    summary: 'The JSON file to upload to the e-invoice portal: a list of one document',
    params: idParams,
    handle: async ({ context, params }) => {
      const files = await eInvoicesOf(context, [params.id]);
      const name = files[0]?.DocDtls.No.replaceAll(/[^\w.-]/g, '-') ?? '';
      return jsonFile(`e-invoice-${name}.json`, files);
    },
  });
  fileRoute(api, {
    ...shared,
    access: 'invoices.export',
    url: '/tax/e-invoices',
    errors: ['e_invoice.refused'],
    summary: `The JSON file to upload to the e-invoice portal, of up to ${mostFiles} invoices`,
    query,
    handle: async ({ context, query: { ids } }) =>
      jsonFile('e-invoices.json', await eInvoicesOf(context, ids)),
  });
}

function jsonFile(name: string, content: unknown) {
  return { name, type: 'application/json', content: JSON.stringify(content, null, 2) };
}

function answerRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'invoices.read',
    method: 'GET',
    url: '/invoices/:id/filings',
    summary: 'The IRN of an invoice, and how its goods travel',
    params: idParams,
    answer: filingsSchema,
    handle: ({ context, params }) => getFilings(context, params.id),
  });
  route(api, {
    ...shared,
    access: 'invoices.issue',
    method: 'POST',
    url: '/invoices/:id/e-invoice',
    errors: ['e_invoice.unreadable', 'e_invoice.foreign', 'e_invoice.exists', 'e_invoice.refused'],
    summary: 'Keep the signed answer of the e-invoice portal',
    params: idParams,
    body: signedAnswerSchema,
    answer: eInvoiceSchema,
    status: 201,
    handle: ({ context, params, body }) => keepAnswer(context, params.id, body),
  });
  route(api, {
    ...shared,
    access: 'invoices.issue',
    method: 'POST',
    url: '/invoices/:id/e-invoice/cancel',
    errors: ['e_invoice.missing', 'e_invoice.too_late'],
    summary: 'Record that the IRN was cancelled on the portal',
    params: idParams,
    body: cancellationSchema,
    answer: eInvoiceSchema,
    handle: ({ context, params, body }) => cancelIrn(context, params.id, body),
  });
}
