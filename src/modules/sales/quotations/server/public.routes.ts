import { z } from 'zod';
import { fileRoute } from '~/kit/server/http/file-route';
import { type Api, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { publicFields, publicLineFields, type PublicQuotation } from '../public.fields';
import { acceptanceSchema, refusalSchema } from '../requests.schema';
import { publicPage } from './public-page.routes';
import { decidePublicly, publicPdf, readPublic } from './public.actions';

const tokenParams = z.object({ token: z.string() });

const shown: z.ZodType<PublicQuotation> = rowSchema(publicFields).and(
  z.object({ items: z.array(rowSchema(publicLineFields)) }),
);

const linkErrors = [
  'quotation_link.unknown',
  'quotation_link.superseded',
  'quotation_link.over',
] as const;

const shared = { tag: 'Quotations', access: 'public', params: tokenParams } as const;

/** What the customer does behind the link of a quotation, without signing in (docs/product/quotations.md#page). */
export function publicRoutes(api: Api): void {
  route(api, {
    ...shared,
    method: 'GET',
    url: '/public/quotations/:token',
    errors: linkErrors,
    summary: 'Get the quotation of a link; 404 gives the reason if it shows none',
    response: shown,
    handle: ({ context, params, reply }) => {
      reply.header('cache-control', 'no-store');
      return readPublic(context, params.token);
    },
  });
  fileRoute(api, {
    ...shared,
    url: '/public/quotations/:token/pdf',
    errors: linkErrors,
    summary: 'Download the quotation of a link as PDF',
    handle: ({ context, params }) => publicPdf(context, params.token),
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/public/quotations/:token/accept',
    errors: [...linkErrors, 'quotation.decided', 'quotation.expired'],
    summary: 'Accept the quotation of a link, with the options that are taken',
    body: acceptanceSchema,
    response: shown,
    handle: ({ context, params, body }) =>
      decidePublicly(context, params.token, { ...body, status: 'accepted' }),
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/public/quotations/:token/decline',
    errors: [...linkErrors, 'quotation.decided', 'quotation.expired'],
    summary: 'Decline the quotation of a link',
    body: refusalSchema,
    response: shown,
    handle: ({ context, params, body }) =>
      decidePublicly(context, params.token, { ...body, status: 'declined' }),
  });
  publicPage(api);
}
