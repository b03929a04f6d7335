import type { z } from 'zod';
import { AppError } from '~/kit/server/errors';
import { type PageResponse, pageRoute, type Visit } from '~/kit/server/http/page-route';
import type { Api } from '~/kit/server/http/route';
import { companyDay } from '~/modules/organization/company/server/settings.service';
import { closedPage, quotationPage, type TypedDecision } from '../public-page.rules';
import { canDecide } from '../quotations.rules';
import { acceptanceSchema, refusalSchema } from '../requests.schema';
import { decidePublicly, readPublic } from './public.actions';

/** The page behind a quotation's link, `/q/{token}`, and its form (docs/product/quotations.md#page). */
export function publicPage(api: Api): void {
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
