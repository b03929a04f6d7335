import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import type { Product } from '../../e2e/built-product';
import {
  type RawResponse,
  keepAliveAgent,
  send,
  type Sent,
} from '../../src/kit/server/testing/raw-http';
import { keepCookie } from '../../src/kit/server/testing/test-calls';

/** A session on the product's database. */
export type Query = <Row extends object = object>(
  text: string,
  values?: unknown[],
) => Promise<{ rows: Row[] }>;

export interface Login {
  username: string;
  password: string;
}

export interface UserOptions {
  role?: 'admin' | 'user';
  roleId?: number;
  /** Only reads, in its own workspace. */
  isViewer?: boolean;
}

const password = 'a pass phrase of a test';
let count = 0;

/** Puts a user into the database, with a hash that costs a sign-in next to nothing. */
export async function addUser(
  query: Query,
  { role = 'user', roleId, isViewer = false }: UserOptions,
): Promise<Login> {
  count += 1;
  const username = `person-${process.pid}-${count}`;
  const cheapHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const { rows } = await query<{ id: number }>(
    `insert into users (username, email, first_name, last_name, role, role_id, password_hash, created_at, updated_at)
     values ($1, $1 || '@example.com', 'Meera', 'Kulkarni', $2, $3, $4, now(), now()) returning id`,
    [username, role, roleId ?? null, cheapHash],
  );
  if (isViewer) {
    await query(
      `with made as (insert into workspaces (name, created_at, updated_at) values ($2, now(), now()) returning id),
         joined as (insert into workspace_members (workspace_id, user_id, role, created_at, updated_at)
           select id, $1, 'viewer', now(), now() from made)
       update users set current_workspace = (select id from made) where id = $1`,
      [rows[0]?.id, `Workspace of ${username}`],
    );
  }
  return { username, password };
}

export type Person = ReturnType<typeof personAt>;

/**
 * Someone at a browser, which keeps cookies; not signed in yet, and without a login an anonymous visitor. A call that
 * is silent for `patienceMs` fails.
 */
export function personAt(
  url: string,
  login: Login | null,
  { agent = keepAliveAgent(), patienceMs = 120_000 } = {},
) {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  /** Sends a request unchanged, with the cookies. */
  const ask = async (
    { headers = {}, ...sent }: Sent,
    timeoutMs = patienceMs,
  ): Promise<RawResponse> => {
    const { 'extra-cookie': extra, ...others } = headers;
    const all = [cookie(), extra].filter(Boolean).join('; ');
    const request = { ...sent, headers: all ? { ...others, cookie: all } : others };
    const response = await send(url, request, { agent, timeoutMs });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) keepCookie(jar, line);
    return response;
  };
  /** `key` is the `Idempotency-Key`. */
  const askJson = (
    method: string,
    path: string,
    body?: object,
    { key, timeoutMs }: { key?: string; timeoutMs?: number } = {},
  ): Promise<RawResponse> => {
    const headers = {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const content = body && JSON.stringify(body);
    return ask({ method, path: `/api${path}`, headers, body: content }, timeoutMs);
  };
  const signIn = async () => {
    jar.clear();
    await done(askJson('POST', '/auth/login', login ?? {}));
  };
  return { ask, askJson, signIn, cookies: () => [...jar], cookie };
}

/** Signs in the administrator of a new product. */
export async function adminAt({ url, adminPassword }: Product): Promise<Person> {
  const admin = personAt(url, { username: 'admin', password: adminPassword });
  await admin.signIn();
  return admin;
}

/** The number that an expression of SQL gives. */
export async function countOf(query: Query, expression: string): Promise<number> {
  const { rows } = await query<{ count: number }>(`select (${expression})::int as count`);
  return rows[0]?.count ?? 0;
}

/** Waits until `look` gives something; throws with its name after `seconds`. */
export async function until<T>(
  what: string,
  look: () => Promise<T | false>,
  seconds = 90,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const found = await look().catch(() => false as const);
    if (found !== false) return found;
    if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s`);
    await sleep(50);
  }
}

/** Looks every second until none is left, at most so long; gives how many are. */
export async function untilNone(seconds: number, look: () => Promise<number>): Promise<number> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const left = await look();
    if (left === 0 || performance.now() > end) return left;
    await sleep(1000);
  }
}

/** The answer to a call that must succeed. */
export async function done(request: Promise<RawResponse>): Promise<RawResponse> {
  const response = await request;
  if (response.status < 300) return response;
  throw new Error(`It was answered ${response.status}: ${response.body.toString()}`);
}

/** What an answer holds. */
export function dataIn<T>({ body }: RawResponse): T {
  return (JSON.parse(body.toString()) as { data: T }).data;
}

/** The id of the record that was answered. */
export function idIn(response: RawResponse): number {
  return dataIn<{ id: number }>(response).id;
}

/** Makes a record and gives its id. */
export async function make(person: Person, path: string, body: object): Promise<number> {
  return idIn(await done(person.askJson('POST', path, body)));
}

/** A file in a form whose parts `--part` divides. */
export function partOf(file: string | Buffer, field: string, name: string, type: string): Buffer {
  const disposition = `form-data; name="${field}"; filename="${name}"`;
  const head = `--part\r\ncontent-disposition: ${disposition}\r\ncontent-type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from('\r\n')]);
}

export const endOfForm = Buffer.from('--part--\r\n');

/** The form that uploads a file to an import. */
export function formOf(content: string | Buffer, fileName = 'records.csv') {
  return {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=part' },
    body: Buffer.concat([partOf(content, 'csvFile', fileName, 'text/csv'), endOfForm]),
  };
}

/** Imports a file of records and gives how many it made. */
export async function importFile(
  person: Person,
  path: string,
  content: string | Buffer,
): Promise<number> {
  const sent = { ...formOf(content), path: `/api${path}/import` };
  return dataIn<{ created: number }>(await done(person.ask(sent))).created;
}
