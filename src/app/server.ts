import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { type Clock, systemClock } from '~/kit/server/clock';
import { asApplication, makeApplicationRole } from '~/kit/server/database/application-role';
import { type Connection, type Database, directly, openDatabase } from '~/kit/server/database/db';
import { AppError, declareCodes } from '~/kit/server/errors';
import { createFairUse, type FairUse, fairUse } from '~/kit/server/http/fair-use';
import {
  limitAnonymous,
  type AnonymousLimits,
  anonymousLimits,
} from '~/kit/server/http/anonymous-limits';
import { createHttp } from '~/kit/server/http/http';
import { sealingJob } from '~/kit/server/audit/seal';
import { type Jobs, startJobs } from '~/kit/server/jobs/jobs';
import { createOutbound } from '~/kit/server/outbound/outbound';
import { createDownloads } from '~/kit/server/downloads/downloads';
import { changesJob } from '~/kit/server/lists/list-changes';
import { createLists } from '~/kit/server/lists/lists';
import { createWindows } from '~/kit/server/lists/windows';
import type { Live } from '~/kit/server/live/live';
import { mailJob, type MailLinks } from '~/kit/server/mail/mail';
import type { MailTransport } from '~/kit/server/mail/mail-message';
import { createTransport } from '~/kit/server/mail/mail-transport';
import type { Api, DeclaredCall } from '~/kit/server/http/route';
import { requireAccess } from '~/kit/server/http/route-access';
import { authenticator } from '~/modules/organization/users/sessions/server/sessions.service';
import {
  type Maintained,
  maintenanceJobs,
} from '~/modules/upkeep/maintenance/server/maintenance.jobs';
import { maintenanceRoutes } from '~/modules/upkeep/maintenance/server/maintenance.routes';
import { confirmationRoutes } from '~/modules/organization/users/sessions/server/confirmation.routes';
import { providerRoutes } from '~/modules/organization/users/providers/server/providers.routes';
import { keyAuthenticator } from '~/modules/organization/api-keys/server/api-keys.service';
import { mayHereAll } from '~/modules/organization/users/rights.rules';
import type { Config } from './start/config';
import { demoRoutes } from './demo';
import { program, root } from './upgrade/edition';
import { healthRoute } from './health';
import { openLive } from './live-changes';
import refusals from './refusals.json';
import { checks, errorCodes, extendModules, jobsOf, modules } from './modules';
import { tracesOf } from './traces';
import { upgradeDatabase } from './upgrade/upgrade';

/**
 * Connections in the accept queue; further ones retry after a second. Node accepts the whole queue at once: with 4,096
 * anonymous connections, signed-in users waited three seconds.
 */
const mostUnanswered = 128;

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
  fairUse?: FairUse;
  anonymousLimits?: AnonymousLimits;
  /** So long a stop waits for requests in progress, in milliseconds. */
  drainMs?: number;
}

/** What has been started so far, in the order in which it is closed. */
interface Parts {
  live?: Live;
  app: FastifyInstance;
  /** Closed before the jobs: a mail server that does not answer would delay them. */
  transport?: MailTransport;
  jobs?: Jobs;
  inFlight: Set<Promise<unknown>>;
  databases: Database[];
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  declareCodes(errorCodes);
  const { config, logStream, drainMs } = options;
  const parts: Parts = {
    app: await createHttp({
      ...config,
      errorCodes,
      ...(logStream ? { logStream } : {}),
      ...(drainMs === undefined ? {} : { drainMs }),
    }),
    inFlight: new Set(),
    databases: [],
  };
  try {
    return await startParts(options, parts);
  } catch (error) {
    await closeParts(parts).catch(() => undefined);
    throw error;
  }
}

async function closeParts(parts: Parts): Promise<void> {
  const { live, app, transport, jobs, inFlight, databases } = parts;
  await live?.close();
  await app.close();
  transport?.close();
  await jobs?.close();
  await Promise.all(inFlight);
  await Promise.all(databases.map((each) => each.close()));
}

function openPool(
  { connection }: ServerOptions,
  { app, databases }: Parts,
  limits: Parameters<typeof openDatabase>[0] = {},
): Database {
  const opened = openDatabase({ ...connection, ...limits }, (error) =>
    app.log.warn({ err: error }, 'database: connection lost'),
  );
  databases.push(opened);
  return opened;
}

function pastPooler(options: ServerOptions): ServerOptions {
  return { ...options, connection: directly(options.connection) };
}

/** Brings the database up to date, and one of our own makes the role that the product works as. */
async function upgrade(options: ServerOptions, parts: Parts): Promise<void> {
  const { config, connection, clock = systemClock } = options;
  const { log } = parts.app;
  const owner = openPool(pastPooler(options), { ...parts, databases: [] });
  try {
    await upgradeDatabase(owner, {
      config,
      now: clock.now(),
      log: (line) => log.info(line),
      warn: (line) => log.warn(line),
    });
    if (connection.connectionString === undefined) await makeApplicationRole(owner);
  } finally {
    await owner.close();
  }
}

function providedRoutes(api: Api, { provider }: Config): void {
  providerRoutes(api, provider);
  confirmationRoutes(api, provider?.issuer);
}

async function startParts(asOwner: ServerOptions, parts: Parts): Promise<RunningServer> {
  extendModules();
  const connection = asApplication(asOwner.connection);
  const options = { ...asOwner, connection };
  const { config, clock = systemClock } = options;
  const { app } = parts;
  const database = openPool(options, parts);
  const sessions = authenticator(database, clock, config.publicUrl);
  const transport = createTransport({ ...config, from: config.mailFrom, log: app.log });
  parts.transport = transport;
  const downloads = createDownloads(clock);
  const counted = createFairUse(options.fairUse ?? fairUse);
  const api: Api = {
    app,
    database,
    laneDatabase: openPool(pastPooler(options), parts, { max: 3 }),
    publicDatabase: openPool(options, parts, { max: 2 }),
    clock,
    publicUrl: config.publicUrl,
    dataDir: config.dataDir,
    filesGb: config.filesGb,
    transport,
    outbound: createOutbound(config.outboundNetworks),
    readers: new Map(),
    runAfterReply: (work) => {
      const finished = work
        .catch((error: unknown) => app.log.error({ err: error }, 'work after an answer failed'))
        .finally(() => parts.inFlight.delete(finished));
      parts.inFlight.add(finished);
    },
    authenticate: keyAuthenticator(
      { database, clock, fairUse: counted },
      sessions.authenticateRequest,
    ),
    fairUse: counted,
    permits: mayHereAll,
    downloads,
    lists: createLists(database, downloads),
    windows: createWindows(database, config.longListRows),
    joinList: (joining, source) => parts.live?.join(joining, source) ?? null,
    errorCodes,
    refusals,
    declared: [],
  };
  const allowHandshake = limitAnonymous(app, options.anonymousLimits ?? anonymousLimits);
  const prepare = async () => {
    await upgrade(asOwner, parts);
    await options.prepare?.(database, clock);
  };
  // The calls are declared while the database makes its tables.
  await Promise.all([prepare(), declareRoutes(api, config)]);

  const trigger = (job: string): void => parts.jobs?.trigger(job);
  parts.live = await openLive({ config, connection, sessions, api, allowHandshake, trigger });
  const jobs = startAllJobs(options, parts, { api, transport });
  parts.jobs = jobs;
  const url = await app.listen({ port: config.port, host: config.host, backlog: mostUnanswered });
  return { url, app, database, jobs, declared: api.declared, close: () => closeParts(parts) };
}

async function declareRoutes(api: Api, config: Config): Promise<void> {
  await describe(api);
  healthRoute(api);
  demoRoutes(api);
  for (const each of modules) {
    for (const declare of each.routes ?? []) declare(api);
    await nextTurn();
  }
  providedRoutes(api, config);
  maintenanceRoutes(api, maintainedBy(config));
  await serveWeb(api.app);
  await api.app.ready();
}

function startAllJobs(
  options: ServerOptions,
  parts: Parts,
  { api, transport }: { api: Api; transport: MailTransport },
): Jobs {
  const { config, clock = systemClock } = options;
  const links = Object.assign({}, ...modules.map((each) => each.links)) as MailLinks;
  return startJobs({
    database: api.database,
    locks: openPool(pastPooler(options), parts, { max: 5, connectionTimeoutMillis: 0 }),
    clock,
    jobs: [
      mailJob({ transport, links, publicUrl: config.publicUrl }),
      sealingJob,
      changesJob,
      ...modules.flatMap((each) => jobsOf(each, api)),
      ...maintenanceJobs(maintainedBy(config)),
    ],
    log: parts.app.log,
  });
}

function maintainedBy(config: Config): Maintained {
  const { dataDir, backupDir: folder, backupPassphrase: passphrase } = config;
  return { dataDir, folder, passphrase, program, checks, traces: tracesOf(config) };
}

/** `/api/openapi.json` and readable docs at `/api/docs`, for those signed in (docs/product/wire.md#api-description). */
async function describe(api: Api): Promise<void> {
  const guard = requireAccess(api, 'user');
  const { app } = api;
  app.get(
    '/api/openapi.json',
    { schema: { hide: true }, config: { access: 'user' }, onRequest: guard },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return app.swagger();
    },
  );
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { validatorUrl: null },
    logLevel: 'silent',
    uiHooks: {
      onRequest: (request, reply, done) => void guard(request, reply).then(() => done(), done),
    },
  });
}

/**
 * The web app: files in `assets` are cached forever, the page is revalidated; paths without an extension get the
 * page, and so does each that a browser opens: a link copied with the period behind it, `/invoices/1.5`.
 */
async function serveWeb(app: FastifyInstance): Promise<void> {
  const folder = path.join(root, 'dist/web');
  const built = existsSync(folder);
  const names = built ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const files = new Set(names.filter((name) => path.extname(name) !== ''));
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      // A route for each file would take a third of the time to start.
      serve: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isAsset = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const [pathname = ''] = request.url.split('?');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const file = pathname.slice(1);
    if (isRead && files.has(file)) return reply.sendFile(file);
    const isPage =
      built &&
      isRead &&
      !/^\/api(?:\/|$)/.test(pathname) &&
      !pathname.startsWith('//') &&
      !pathname.includes('/.') &&
      (!path.extname(pathname) || request.headers.accept?.includes('text/html') === true);
    const own = `pages/${file || 'index'}.html`;
    if (isPage) return reply.sendFile(files.has(own) ? own : 'index.html');
    throw new AppError('call.not_found', 'Page not found');
  });
}
