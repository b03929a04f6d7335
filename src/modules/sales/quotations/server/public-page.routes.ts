import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '~/kit/server/database/context';
import { AppError } from '~/kit/server/errors';
import { callOf } from '~/kit/server/http/call';
import { describeFailure } from '~/kit/server/http/failures';
import type { Api } from '~/kit/server/http/route';
import { dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { closedPage, quotationPage, type TypedDecision } from '../public-page.rules';
import { canDecide } from '../quotations.rules';
import { acceptanceSchema, refusalSchema } from '../requests.fields';
import { decidePublicly, readPublic } from './public.steps';

const mostTyped = 16_384;

type Visit = FastifyRequest<{ Params: { token: string }; Querystring: { thanks?: unknown } }>;

/**
 * The page at `/q/{token}` (docs/product/quotations.md#page): plain HTML, which a form answers. It does what the public calls
 * do, by the same functions and within the same bounds.
 */
export function publicPage(api: Api): void {
  const config = { access: 'public', lane: 'public' } as const;
  const schema = { hide: true };
  void api.app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: mostTyped },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    );
    scope.get('/q/:token', { config, schema }, async (request: Visit, reply) => {
      const { context } = callOf<undefined, undefined, undefined>(api, { request, reply });
      return show(context, { request, reply });
    });
    scope.post('/q/:token', { config, schema }, async (request: Visit, reply) => {
      const { context } = callOf<undefined, undefined, undefined>(api, { request, reply });
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      return answer(context, { request, reply, form });
    });
  });
}

interface Page {
  request: Visit;
  reply: FastifyReply;
}

async function show(
  context: Context,
  { request, reply }: Page,
  refused: { typed?: TypedDecision; problem?: string } = {},
): Promise<string> {
  const { token } = request.params;
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
  try {
    const quotation = await readPublic(context, token);
    const today = dayOf(context.now, (await getSettings(context.db)).time_zone);
    const verdict = canDecide(quotation, today);
    return quotationPage({
      quotation,
      closed: verdict.ok ? null : verdict.sentence,
      isThanked: request.query.thanks !== undefined && quotation.decided_at !== null,
      path: `/q/${encodeURIComponent(token)}`,
      ...refused,
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    reply.code(error.status);
    return closedPage(error.message);
  }
}

const schemas = { accept: acceptanceSchema, decline: refusalSchema };

async function answer(
  context: Context,
  { request, reply, form }: Page & { form: URLSearchParams },
): Promise<FastifyReply | string> {
  const { token } = request.params;
  const text = (name: string) => form.get(name) ?? '';
  const typed: TypedDecision = {
    name: text('name'),
    purchase_order: text('purchase_order'),
    reason: text('reason'),
    options: form.getAll('options').map(Number).filter(Number.isInteger),
  };
  const deed = text('decision') === 'decline' ? 'decline' : 'accept';
  const { name, purchase_order, reason, options } = typed;
  const said = deed === 'accept' ? { name, purchase_order, options } : { name, reason };
  try {
    const body: z.output<typeof acceptanceSchema> & z.output<typeof refusalSchema> =
      schemas[deed].parse(said);
    const status = deed === 'accept' ? 'accepted' : 'declined';
    await decidePublicly(context, token, { ...body, status });
    return reply.header('cache-control', 'no-store').redirect(`${request.url.split('?')[0]}?thanks=1`, 303);
  } catch (error) {
    if (error instanceof z.ZodError) {
      reply.code(400);
      return show(context, { request, reply }, { typed, problem: error.issues[0]?.message ?? '' });
    }
    const failure = describeFailure(error, request.id);
    if (failure.unexpected) throw error;
    reply.code(failure.status);
    return show(context, { request, reply }, { typed, problem: failure.sentence });
  }
}
