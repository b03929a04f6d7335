import { type Api, route } from '~/kit/server/http/route';
import { taxPreviewResponse, taxPreviewSchema } from '~/modules/sales/documents/tax-preview.fields';
import { previewTax } from './tax-preview.actions';

export function taxPreviewRoutes(api: Api): void {
  route(api, {
    tag: 'Orders',
    access: 'customers.read',
    method: 'POST',
    url: '/tax/preview',
    summary: 'Calculate GST and totals of a document that is being typed; nothing is stored',
    body: taxPreviewSchema,
    response: taxPreviewResponse,
    handle: ({ context, body }) => previewTax(context, body),
  });
}
