import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '~/kit/server/database/db';
import { AppError, invalid, refuseInvalid } from '~/kit/server/errors';
import { NetworkUse } from '~/kit/server/http/anonymous-limits';
import { pageRoute } from '~/kit/server/http/page-route';
import { type Api, route } from '~/kit/server/http/route';
import { countsSchema, type LeadSource } from '../lead-sources.fields';
import { mostItems } from '../lead-sources.rules';
import { itemsOf, textsOf } from '../mapping.rules';
import {
  closedFormPage,
  formFieldsOf,
  formFieldTypes,
  formPage,
  hiddenName,
  readForm,
} from '../public-form.rules';
import { ownFields } from '~/kit/server/database/custom-values';
import { asSource, type Given, takeArrival, takeItems } from './arrivals.internal';
import { countRecent, insertArrival, takeChallenge } from './arrivals.queries';
import { newChallenge, readSolution } from './challenges.internal';
import { findFormKey, findOpenSource } from './lead-sources.queries';

const shared = {
  tag: 'Lead sources',
  access: 'public',
  params: z.object({ token: z.string() }),
} as const;

const hookBytes = 256 * 1024;
const hastyMs = 2000;
const limits = { perMinute: 60, perDay: 1000 };

const closed = (what: string) => new AppError('lead_source.closed', `This ${what} is closed`);

async function openForm(db: Db, token: string) {
  const source = await findOpenSource(db, token, 'page');
  if (!source?.page) throw closed('form');
  return { source, page: source.page, own: await ownFields.get().fieldsOf(db, 'leads') };
}

const challengeSchema = z.object({
  algorithm: z.literal('SHA-256'),
  salt: z.string(),
  challenge: z.string(),
  maxnumber: z.int(),
  signature: z.string(),
});

const fieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(formFieldTypes),
  required: z.boolean(),
  max_length: z.int().nullable(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
});

const sentValue = z
  .union([z.string(), z.number(), z.boolean()], { error: 'Each value must be text' })
  .transform(String);

const sentForm = z.strictObject({
  values: z.record(z.string().max(100), sentValue, {
    error: 'Values must be an object of texts',
  }),
  altcha: z.string({ error: 'altcha must be text' }).max(2000).default(''),
});

/** The page of a form, its calls, and hooks: what anyone may call who knows the address (docs/product/lead-sources.md). */
export function publicSourceRoutes(api: Api): void {
  // Per copy of the server, as all limits of networks are.
  const visitors = new NetworkUse({ atOnce: Infinity, perMinute: 5 });
  pageRoute(api, {
    url: '/f/:token',
    refused: closedFormPage,
    handle: async ({ context, params: { token = '' } }) => {
      const { page, own } = await openForm(context.db, token);
      return { html: formPage(page, token, own), framedBy: page.allowed_sites };
    },
  });
  route(api, {
    ...shared,
    method: 'GET',
    url: '/public/forms/:token',
    summary: 'Get the fields of a form, and a challenge to solve before sending it',
    response: z.object({
      title: z.string(),
      intro: z.string().nullable(),
      fields: z.array(fieldSchema),
      challenge: challengeSchema,
    }),
    handle: async ({ context: { db, now }, params }) => {
      const { source, page, own } = await openForm(db, params.token);
      const challenge = newChallenge(await findFormKey(db, source.id), now);
      return { title: page.title, intro: page.intro, fields: formFieldsOf(page, own), challenge };
    },
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/public/forms/:token',
    summary: 'Send a form; the solution of its challenge counts once',
    body: sentForm,
    response: z.object({ thanks: z.string().nullable(), redirect_url: z.string().nullable() }),
    status: 201,
    handle: async ({ context, params, body, request }) => {
      visitors.count(request.ip);
      const form = await openForm(context.db, params.token);
      await takeForm(context, { ...form, ...body });
      const { thanks, redirect_url } = form.page;
      return { thanks, redirect_url };
    },
  });
  hookRoute(api);
}

type SentForm = Awaited<ReturnType<typeof openForm>> & z.output<typeof sentForm>;

async function takeForm(given: Given, { source, altcha, ...sent }: SentForm): Promise<void> {
  const { now } = given;
  const { page, own, values } = sent;
  const solution = readSolution(altcha, { key: await findFormKey(given.db, source.id), now });
  if (!solution) throw checkFailed();
  const isSpam = Boolean(values[hiddenName]) || solution.ageMs < hastyMs;
  const { parts, problems } = readForm(page, values, own);
  const texts = textsOf(values);
  if (!isSpam) refuseInvalid(problems);
  await asSource(given, source).write(async (write, trx) => {
    if (!(await takeChallenge(trx, solution.challenge, { ...solution, now }))) throw checkFailed();
    const recent = await countRecent(trx, source.id, now);
    if (recent.minute >= limits.perMinute) throw tooMany(60);
    if (recent.day >= limits.perDay) throw tooMany(3600);
    if (!isSpam) return void (await takeArrival(write, source, { parts, values: texts }));
    const spam = { status: 'spam', record: null, error: null } as const;
    await insertArrival(trx, source.id, { ...spam, at: now, values: texts });
  });
}

function checkFailed(): AppError {
  const message = 'The check of the form failed. Reload the page and send it again.';
  return new AppError('form.check_failed', message);
}

function tooMany(retryAfterSeconds: number): AppError {
  const message = 'This form was sent too often. Please try again later.';
  return new AppError('request.too_many', message, { retryAfterSeconds });
}

function hookRoute(api: Api): void {
  const calls = new NetworkUse({ atOnce: Infinity, perMinute: 120 });
  void api.app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: hookBytes },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    route(
      { ...api, app: scope },
      {
        ...shared,
        method: 'POST',
        url: '/public/hooks/:token',
        summary: 'Send leads as JSON or as a form, 100 at most',
        bodyLimit: hookBytes,
        body: z.unknown(),
        response: countsSchema,
        handle: async ({ context, params, request }) => {
          const source = await findOpenSource(context.db, params.token, 'hook');
          if (!source) throw closed('address');
          calls.count(source.token);
          return takeItems(context, source, sentItems(source, request));
        },
      },
    );
  });
}

function sentItems({ mapping }: LeadSource, { body }: FastifyRequest): readonly unknown[] {
  const items = itemsOf(body, mapping.items);
  if (!items) throw invalid('items', `The body has no ${mapping.items ?? 'object or list'}`);
  if (items.length > mostItems) throw invalid('items', `At most ${mostItems} leads can be sent`);
  return items;
}
