import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { type Clock, systemClock } from '~/kit/server/clock';
import { undeclaredCode } from '~/kit/server/errors';
import type { Database } from '~/kit/server/database/db';
import {
  type ApiResponse,
  type Caller,
  type Envelope,
  keepCookie,
} from '~/kit/server/testing/test-calls';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { ensureFirstAdministrator } from '~/modules/organization/users/sessions/server/sessions.service';
import { readConfig } from '../start/config';
import { checkRefusals, type SentCode } from './test-refusals';
import { type RunningServer, type ServerOptions, startServer } from '../server';

export const adminPassword = 'correct horse battery';

const closedSmtp = 'smtp://127.0.0.1:1';

export interface TestClient extends Caller {
  send: <T>(
    method: string,
    path: string,
    body: string | FormData | undefined,
    headers: Record<string, string>,
  ) => Promise<ApiResponse<T>>;
  cookies: Map<string, string>;
}

export interface TestServer {
  url: string;
  server: RunningServer;
  database: Database;
  clock: Clock & { advance: (milliseconds: number) => void };
  log: () => string;
  clearLog: () => void;
  /** Throws where a response had a code that refusals.json does not list for its call. */
  requireDeclared: () => void;
  dataDir: string;
  client: () => TestClient;
  signIn: (username?: string, password?: string) => Promise<TestClient>;
  close: () => Promise<void>;
}

export function statusesOf(responses: readonly { status: number }[]): number[] {
  return responses.map(({ status }) => status).sort((one, other) => one - other);
}

/**
 * The whole server on a free port with its own database, or on one that another copy works on, and a clock that
 * tests can move.
 */
export async function startTestServer(
  environment: Record<string, string> = {},
  limits: Pick<ServerOptions, 'fairUse' | 'anonymousLimits' | 'drainMs'> = {},
  opened?: TestDatabase,
): Promise<TestServer> {
  const { connection, database, drop } = opened ?? (await createTestDatabase());
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'crm-data-'));
  const clock = movingClock();
  const { logStream, ...log } = openLog();
  const config = readConfig(
    {
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: adminPassword,
      SMTP_URL: closedSmtp,
      ...environment,
    },
    [],
  );
  const server = await startServer({
    config,
    connection,
    clock,
    logStream,
    ...limits,
    prepare: async (database) => {
      await ensureFirstAdministrator(database, config.admin, clock.now());
    },
  });
  const client = () => createClient(server);
  return {
    url: server.url,
    server,
    database,
    clock,
    ...log,
    dataDir,
    client,
    signIn: async (username = 'admin', password = adminPassword) => {
      const signedIn = client();
      const response = await signedIn.post('/auth/login', { username, password });
      if (response.status !== 200) throw new Error(`Sign-in failed: ${response.body.error}`);
      return signedIn;
    },
    close: async () => {
      await server.close();
      if (!opened) await drop();
      await rm(dataDir, { recursive: true, force: true });
      log.requireDeclared();
    },
  };
}

type Log = Pick<TestServer, 'log' | 'clearLog' | 'requireDeclared'>;

function openLog(): Log & { logStream: Writable } {
  const lines: string[] = [];
  const logStream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return {
    logStream,
    log: () => lines.join(''),
    clearLog: () => lines.splice(0),
    requireDeclared: () => {
      const undeclared = lines.filter((line) => line.includes(undeclaredCode));
      checkRefusals(undeclared.map((line) => JSON.parse(line) as SentCode));
    },
  };
}

function movingClock(): TestServer['clock'] {
  let moved = 0;
  return {
    now: () => new Date(systemClock.now().getTime() + moved),
    advance: (milliseconds) => {
      moved += milliseconds;
    },
  };
}

/** Calls a server without a socket, unless a file is sent, the call is to be cut off or its answer packed. */
function createClient({ url, app }: RunningServer): TestClient {
  const cookies = new Map<string, string>();
  const send = async <T>(
    method: string,
    address: string,
    body: string | FormData | undefined,
    headers: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<ApiResponse<T>> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = new Request(`${url}/api${address}`, {
      method,
      headers: { ...(cookie ? { cookie } : {}), ...headers },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
      redirect: 'manual',
    });
    const needsSocket =
      signal !== undefined || body instanceof FormData || sent.headers.has('accept-encoding');
    const response = needsSocket ? await fetch(sent) : await inject(app, sent);
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
    const content = Buffer.from(await response.arrayBuffer());
    const text = content.toString();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as Envelope<T>,
      content,
    };
  };
  const call =
    (method: string) =>
    <T>(address: string, body?: unknown, headers: Record<string, string> = {}) =>
      body === undefined
        ? send<T>(method, address, undefined, headers)
        : send<T>(method, address, JSON.stringify(body), {
            'content-type': 'application/json',
            ...headers,
          });
  return {
    get: <T>(address: string, headers = {}) => send<T>('GET', address, undefined, headers),
    post: call('POST'),
    put: call('PUT'),
    delete: <T>(address: string, headers = {}) => send<T>('DELETE', address, undefined, headers),
    send,
    upload: <T>(address: string, form: FormData, signal?: AbortSignal) =>
      send<T>('POST', address, form, {}, signal),
    cookies,
  };
}

async function inject(app: RunningServer['app'], sent: Request): Promise<Response> {
  const { host, pathname, search } = new URL(sent.url);
  const { statusCode, headers, rawPayload } = await app.inject({
    method: sent.method as 'GET',
    url: `${pathname}${search}`,
    headers: { host, 'user-agent': 'node', ...Object.fromEntries(sent.headers) },
    ...(sent.body ? { payload: Buffer.from(await sent.arrayBuffer()) } : {}),
  });
  const received = new Headers();
  for (const [name, value = []] of Object.entries(headers))
    for (const each of [value].flat()) received.append(name, String(each));
  const isEmpty = statusCode === 204 || statusCode === 304;
  return new Response(isEmpty ? null : new Uint8Array(rawPayload), {
    status: statusCode,
    headers: received,
  });
}
