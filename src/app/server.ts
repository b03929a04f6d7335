import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { type Clock, systemClock } from '~/kit/server/clock';
import { type Connection, type Database, openDatabase } from '~/kit/server/database/db';
import { AppError } from '~/kit/server/errors';
import { createHttp, isOwnOrigin } from '~/kit/server/http/http';
import { type Jobs, startJobs } from '~/kit/server/jobs/jobs';
import { createListCache } from '~/kit/server/lists/list-cache';

import { type Live, startLive } from '~/kit/server/live/live';
import { mailJob } from '~/kit/server/mail/mail';
import type { MailTransport } from '~/kit/server/mail/mail-message';
import { createTransport } from '~/kit/server/mail/mail-transport';
import { migrate } from '~/kit/server/database/migrate';
import type { Api, DeclaredCall } from '~/kit/server/http/route';
import { requireAccess } from '~/kit/server/http/route-access';
import { authenticator } from '~/modules/users/sessions/server/sessions.service';
import type { Config } from './config';
import { demoRoutes } from './demo';
import { errorCodes } from './error-codes';
import { healthRoute } from './health';
import { extendModules, jobsOf, modules } from './modules';

const root = path.resolve(import.meta.dirname, '../..');

export interface RunningServer {
  url: string;
  app: FastifyInstance;
  database: Database;
  jobs: Jobs;
  declared: readonly DeclaredCall[];
  close: () => Promise<void>;
}

export interface ServerOptions {
  config: Config;
  connection: Connection;
  clock?: Clock;
  logStream?: NodeJS.WritableStream;
  /** Called before the server listens: creates the first administrator. */
  prepare?: (database: Database, clock: Clock) => Promise<void>;
}

/** What has been started so far, in the order in which it is closed. */
interface Parts {
  live?: Live;
  app: FastifyInstance;
  /** Closed before the jobs: a mail server that does not answer would delay them. */
  transport?: MailTransport;
  jobs?: Jobs;
  underWay: Set<Promise<unknown>>;
  database?: Database;
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, logStream } = options;
  const parts: Parts = {
    app: await createHttp({ ...config, errorCodes, ...(logStream ? { logStream } : {}) }),
    underWay: new Set(),
  };
  try {
    return await startParts(options, parts);
  } catch (error) {
    await closeParts(parts).catch(() => undefined);
    throw error;
  }
}

async function closeParts(parts: Parts): Promise<void> {
  const { live, app, transport, jobs, underWay, database } = parts;
  await live?.close();
  await app.close();
  transport?.close();
  await jobs?.close();
  await Promise.all(underWay);
  await database?.close();
}

async function startParts(options: ServerOptions, parts: Parts): Promise<RunningServer> {
  const { config, connection, clock = systemClock } = options;
  const { app } = parts;
  extendModules();
  const database = openDatabase(connection, (error) =>
    app.log.warn({ err: error }, 'database: connection lost'),
  );
  parts.database = database;
  await migrate(database.pool, path.join(root, 'migrations'), (line) => app.log.info(line));
  await options.prepare?.(database, clock);

  const sessions = authenticator(database, clock);
  const transport = createTransport({ ...config, from: config.mailFrom, log: app.log });
  parts.transport = transport;
  const api: Api = {
    app,
    database,
    clock,
    publicUrl: config.publicUrl,
    dataDir: config.dataDir,
    transport,
    runAfterReply: (work) => {
      const heard = work
        .catch((error: unknown) => app.log.error({ err: error }, 'work after an answer failed'))
        .finally(() => parts.underWay.delete(heard));
      parts.underWay.add(heard);
    },
    edition: await editionOf(database),
    authenticate: sessions.authenticateRequest,
    listCache: createListCache(),
    errorCodes,
    declared: [],
  };
  await describe(api);
  healthRoute(api);
  demoRoutes(api);
  for (const each of modules) each.routes(api);
  await serveWeb(app);

  parts.live = await startLive({
    server: app.server,
    connection,
    authenticate: sessions.authenticateCookies,
    openSessions: sessions.openSessions,
    allowOrigin: (origin, host) =>
      origin === undefined || isOwnOrigin(origin, host, config.publicUrl),
    nudge: (job) => parts.jobs?.nudge(job),
    log: app.log,
  });
  const jobs = startJobs({
    database,
    clock,
    jobs: [mailJob({ transport }), ...modules.flatMap((each) => jobsOf(each, api))],
    log: app.log,
  });
  parts.jobs = jobs;
  const url = await app.listen({ port: config.port, host: config.host });
  return { url, app, database, jobs, declared: api.declared, close: () => closeParts(parts) };
}

/** Identifies program and database: a list cached by a browser is valid for this pair alone. */
async function editionOf(database: Database): Promise<string> {
  const result = await database.pool.query<{ edition: string }>(
    `select left(id::text, 8) || '-' || (select max(number) from migrations) as edition from installation`,
  );
  return `${result.rows[0]?.edition ?? ''}-${buildId}`;
}

const buildId =
  path.basename(import.meta.filename) === 'main.js'
    ? (process.env['npm_package_version'] ?? '0')
    : 'source';

/** `/api/openapi.json` and readable docs at `/api/docs`, for those signed in (docs/product/wire.md#api-description). */
async function describe(api: Api): Promise<void> {
  const guard = requireAccess(api.authenticate, 'user');
  const { app } = api;
  app.get(
    '/api/openapi.json',
    { schema: { hide: true }, config: { access: 'user' }, onRequest: guard },
    async () => app.swagger(),
  );
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    logLevel: 'silent',
    uiHooks: { onRequest: (request, _reply, done) => void guard(request).then(() => done(), done) },
  });
}

/**
 * The web app: files in `assets` are cached for ever, the page is revalidated; paths without an extension get the
 * page.
 */
async function serveWeb(app: FastifyInstance): Promise<void> {
  const folder = path.join(root, 'dist/web');
  const built = existsSync(folder);
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const kept = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', kept ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const [pathname = ''] = request.url.split('?');
    const isPage =
      built &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !pathname.startsWith('/api') &&
      !pathname.startsWith('//') &&
      !path.extname(pathname);
    if (isPage) return reply.sendFile('index.html');
    throw new AppError('call.not_found', 404, 'There is nothing at this address');
  });
}
