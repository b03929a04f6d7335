import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '~/kit/server/database/context';
import { callOf } from './call';
import { describeFailure } from './failures';
import type { Api } from './route';
import { policyFor } from './security-headers';

/** A visit of a page; `form` is what a form on it sent, null where it is only shown. */
export interface Visit {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  form: URLSearchParams | null;
  context: Context;
}

/** A page of plain HTML, or the path of one to go to. */
export type PageResponse =
  | { html: string; status?: number; framedBy?: readonly string[] }
  | { goTo: string };

interface PageDeclaration {
  url: string;
  handle: (visit: Visit) => Promise<PageResponse>;
  /** The page for a refusal that `handle` throws. */
  refused: (message: string) => string;
}

const mostTyped = 16_384;

/**
 * Declares a page that anyone may open and that works without scripts: it is whole HTML, and its form is sent to the same
 * address. It has the connections and limits of public calls (`anonymous-limits.ts`).
 */
export function pageRoute(api: Api, { url, handle, refused }: PageDeclaration): void {
  const settings = {
    config: { access: 'public', lane: 'public' },
    schema: { hide: true },
  } as const;
  const respond = async (request: FastifyRequest, reply: FastifyReply) => {
    const { context } = callOf<undefined, undefined, undefined>(api, { request, reply });
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    const params = request.params as Record<string, string>;
    const query = new URLSearchParams(request.url.split('?')[1]);
    const form = request.body instanceof URLSearchParams ? request.body : null;
    try {
      const page = await handle({ params, query, form, context });
      if ('goTo' in page) return await reply.redirect(page.goTo, 303);
      if (page.framedBy?.length) {
        reply.removeHeader('x-frame-options');
        reply.header('content-security-policy', policyFor(page.framedBy));
      }
      return await reply.code(page.status ?? 200).send(page.html);
    } catch (error) {
      const failure = describeFailure(error, request.id);
      if (failure.unexpected) throw error;
      return reply.code(failure.status).send(refused(failure.message));
    }
  };
  void api.app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: mostTyped },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    );
    scope.get(url, settings, respond);
    scope.post(url, settings, respond);
  });
}
