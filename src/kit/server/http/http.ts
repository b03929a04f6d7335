import { z } from 'zod';
import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import fastify, {
  errorCodes as fastifyErrors,
  LogController,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod';
import { AppError } from '~/kit/server/errors';
import type { ErrorTable } from '~/kit/shared/error-codes';
import { livePath } from '~/kit/server/live/live';
import {
  respondToConnectionFailure,
  respondToFailures,
  readableUrl,
  refuseOtherProtocols,
} from './failure-responses';
import { bearerOf } from '~/kit/server/bearer';
import { trustedNetworks } from './networks';
import { readJson } from './read-json';
import { validationText } from './validation-texts';
import { callSeconds, errorCodeSchema } from './route-schema';
import { securityHeaders } from './security-headers';

declare module 'fastify' {
  interface FastifyContextConfig {
    deadlineMs?: number;
  }
}

export interface HttpOptions {
  logLevel: string;
  logStream?: NodeJS.WritableStream;
  /** The origin that browsers use; `https` makes cookies `Secure`. */
  publicUrl: string;
  /** The server runs behind a proxy: its header with the client's address is trusted if it connects from this machine. */
  behindProxy: boolean;
  /** Addresses and networks of other proxies whose header is trusted. */
  trustedProxies: readonly string[];
  errorCodes: ErrorTable;
  /** So long a stop waits for requests in progress; 10 seconds unless given. */
  drainMs?: number;
}

/** A body that does not arrive whole in this time is refused with 408: 50 MB by a line of 1.4 Mbit/s. */
const requestTimeout = 300_000;

/**
 * The bare server of docs/product/wire.md: limits, headers, request ids, logs, compression, errors, API description.
 */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const headers = securityHeaders(options.publicUrl);
  const app = fastify({
    bodyLimit: 1_000_000,
    requestTimeout,
    // Node's own refusal has no body: `requireHost` says it in our form.
    http: { requireHostHeader: false },
    genReqId: () => randomBytes(8).toString('hex'),
    trustProxy: trustedNetworks(options),
    // What comes while it stops is refused in our form.
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: true }),
    // Node's own limit for an address: a tampered link is then refused by the call that reads it.
    routerOptions: { maxParamLength: 16_384 },
    logger: {
      level: options.logLevel,
      ...(options.logStream ? { stream: options.logStream } : {}),
    },
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    clientErrorHandler: (error, socket) => respondToConnectionFailure(error, socket, headers),
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance<Server>;
  z.config({ customError: validationText });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.decorateRequest('person', null);
  app.decorateRequest('refusedWith', null);
  readJson(app);
  endLateCalls(app);
  logRequests(app);
  respondToFailures(app);
  refuseOtherProtocols(app.server, livePath, headers);
  const isStopping = endConnections(app, options.drainMs ?? 10_000);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (isStopping()) throw stopping();
    requireHost(request);
    refuseCrossSite(request, options.publicUrl);
  });
  await app.register(cookie);
  await app.register(compress, packing);
  await describeApi(app, options.errorCodes);
  return app;
}

/** Bodies of requests stay packed: what unpacks them waits on a refused one and holds the connection. */
const packing = {
  globalDecompression: false,
  threshold: 1024,
  encodings: ['gzip' as const],
  zlibOptions: { level: 2 },
};

/**
 * Refuses a call that is still unanswered when its time is over (docs/product/wire.md#limits). Fastify's own
 * `handlerTimeout` forgets a call whose body has arrived, and cuts an answer off that takes longer to send.
 */
function endLateCalls(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { url, config } = request.routeOptions;
    const latest = config.deadlineMs ?? callSeconds * 1000;
    const timer = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return;
      reply.send(new fastifyErrors.FST_ERR_HANDLER_TIMEOUT(String(latest), url));
    }, latest);
    reply.raw.once('close', () => clearTimeout(timer));
  });
}

/** One line a request. The route's pattern is logged instead of the address, which may hold a token. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
        user: request.person?.id,
        code: request.refusedWith ?? undefined,
      },
      'request',
    );
  });
}

const closingLooksMs = 50;

/**
 * Closing waits for requests in progress, but not for open connections, which browsers keep even unused, and no longer
 * than `drainMs`: a request that holds its body back would delay it for minutes. Returns whether it has started.
 */
function endConnections(app: FastifyInstance<Server>, drainMs: number): () => boolean {
  let isClosing = false;
  let inFlight = 0;
  app.addHook('onRequest', async (_request, reply) => {
    inFlight += 1;
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    if (!app.server.listening) return;
    const latest = performance.now() + drainMs;
    const timer = setInterval(() => {
      if (inFlight === 0 || performance.now() > latest) app.server.closeAllConnections();
    }, closingLooksMs);
    app.server.once('close', () => clearInterval(timer));
  });
  return () => isClosing;
}

/** For requests on connections that a client kept open. */
function stopping(): AppError {
  const message = 'The server is stopping. Please try again in a moment.';
  return new AppError('server.busy', message, { retryAfterSeconds: 5 });
}

/** RFC 9112 §3.2. */
function requireHost({ headers, raw }: FastifyRequest): void {
  if (headers.host === undefined && raw.httpVersion === '1.1')
    throw new AppError('request.malformed', 'The request names no host');
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses writes from other sites' pages, since cookies sign a person in (docs/product/wire.md#cookies-and-origin). */
function refuseCrossSite(request: FastifyRequest, publicUrl: string): void {
  // With a key no cookie is read.
  if (safeMethods.has(request.method) || bearerOf(request.raw) !== null) return;
  const { origin, host } = request.headers;
  const crossSite = origin ? !isOwnOrigin(origin, host, publicUrl) : isCrossSite(request);
  if (crossSite)
    throw new AppError('request.cross_site', 'A request from another site is not allowed');
}

/** Whether the browser says that the page of another site, or of another host of this site, made the request. */
export function isCrossSite({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));
}

export function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === host;
}

async function describeApi(app: FastifyInstance, errorCodes: ErrorTable): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Manufacturing CRM',
        version: '1',
        description:
          'Every call returns `{"success":true,"data":…}` or `{"success":false,"error":"…","code":"…"}`: the error is for people, the code for programs.',
      },
      components: {
        schemas: { ErrorCode: errorCodeSchema(errorCodes) },
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'API key' } },
      },
    },
    transform: jsonSchemaTransform,
  });
}
