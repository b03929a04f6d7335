import { z } from 'zod';
import { fileRoute } from '~/kit/server/http/file-route';
import { type Api, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { publicFields, publicLineFields, type PublicQuotation } from '../public.fields';
import { acceptanceSchema, refusalSchema } from '../requests.schema';
import { decidePublicly, publicPdf, readPublic } from './public.actions';
import { AppError } from '~/kit/server/errors';
import { type PageResponse, pageRoute, type Visit } from '~/kit/server/http/page-route';
import { companyDay } from '~/modules/organization/company/server/settings.service';
import { closedPage, quotationPage, type TypedDecision } from '../public-page.rules';
import { canDecide } from '../quotations.rules';

/** The page behind a quotation's link, `/q/{token}`, and its form (docs/product/quotations.md#page). */
function publicPage(api: Api): void {
  pageRoute(api, {
    url: '/q/:token',
    refused: closedPage,
    handle: (visit) => (visit.form ? decide(visit, visit.form) : show(visit)),
  });
}

async function show(
  { context, params: { token = '' }, query }: Visit,
  refused?: { typed: TypedDecision; problem: string; status: number },
): Promise<PageResponse> {
  const quotation = await readPublic(context, token);
  const verdict = canDecide(quotation, await companyDay(context));
  const html = quotationPage({
    quotation,
    closed: verdict.ok ? null : verdict.message,
    isThanked: query.has('thanks') && quotation.decided_at !== null,
    path: `/q/${encodeURIComponent(token)}`,
    ...refused,
  });
  return { html, status: refused?.status ?? 200 };
}

const decisions = new Map<string, 'accepted' | 'declined'>([
  ['accept', 'accepted'],
  ['decline', 'declined'],
]);

async function decide(visit: Visit, form: URLSearchParams): Promise<PageResponse> {
  const { token = '' } = visit.params;
  const text = (name: string) => form.get(name) ?? '';
  const typed: TypedDecision = {
    name: text('name'),
    purchase_order: text('purchase_order'),
    reason: text('reason'),
    options: form.getAll('options').map(Number).filter(Number.isInteger),
  };
  const status = decisions.get(text('decision'));
  if (!status) return show(visit, { typed, problem: 'Please accept or decline', status: 400 });
  const read = readDecision(typed, status);
  if (!read.success)
    return show(visit, { typed, problem: read.error.issues[0]?.message ?? '', status: 400 });
  try {
    await decidePublicly(visit.context, token, { ...read.data, status: read.status });
    return { goTo: `/q/${encodeURIComponent(token)}?thanks=1` };
  } catch (error) {
    if (!(error instanceof AppError) || error.status === 404) throw error;
    return show(visit, { typed, problem: error.message, status: error.status });
  }
}

type BuyerResponse = z.output<typeof acceptanceSchema> | z.output<typeof refusalSchema>;

function readDecision(
  { name, purchase_order, reason, options }: TypedDecision,
  status: 'accepted' | 'declined',
) {
  const read: z.ZodSafeParseResult<BuyerResponse> =
    status === 'accepted'
      ? acceptanceSchema.safeParse({ name, purchase_order, options })
      : refusalSchema.safeParse({ name, reason });
  return { ...read, status };
}

const tokenParams = z.object({ token: z.string() });

const shown: z.ZodType<PublicQuotation> = rowSchema(publicFields).and(
  z.object({
    printed_fields: z.array(z.object({ label: z.string(), value: z.string() })),
    items: z.array(rowSchema(publicLineFields)),
  }),
);

const shared = { tag: 'Quotations', access: 'public', params: tokenParams } as const;

/** What the customer does behind the link of a quotation, without signing in (docs/product/quotations.md#page). */
export function publicRoutes(api: Api): void {
  route(api, {
    ...shared,
    method: 'GET',
    url: '/public/quotations/:token',
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
    summary: 'Download the quotation of a link as PDF',
    handle: ({ context, params }) => publicPdf(context, params.token),
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/public/quotations/:token/accept',
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
    summary: 'Decline the quotation of a link',
    body: refusalSchema,
    response: shown,
    handle: ({ context, params, body }) =>
      decidePublicly(context, params.token, { ...body, status: 'declined' }),
  });
  publicPage(api);
}
