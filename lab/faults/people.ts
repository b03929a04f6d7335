import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import type { Product } from '../../e2e/built-product';
import {
  type RawResponse,
  keepAliveAgent,
  send,
  type Sent,
} from '../../src/kit/server/testing/raw-http';

/** A session on the product's database. */
export type Query = <Row extends object = object>(
  text: string,
  values?: unknown[],
) => Promise<{ rows: Row[] }>;

export interface Login {
  id: number;
  username: string;
  password: string;
}

interface RequestOptions {
  role?: 'admin' | 'user';
  roleId?: number;
  /** Only reads, in its own workspace. */
  isViewer?: boolean;
}

const password = 'a pass phrase of a test';
let count = 0;

/** A hash that costs a sign-in next to nothing, for tests that are not about sign-in. */
export function cheapHash(): Promise<string> {
  return hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
}

/** Signs in the administrator of a new product. */
export async function adminAt({ url, adminPassword }: Product): Promise<Person> {
  const admin = personAt(url, { id: 1, username: 'admin', password: adminPassword });
  await done(admin.signIn());
  return admin;
}

/** Puts a user into the database. */
export async function addUser(
  query: Query,
  passwordHash: string,
  { role = 'user', roleId, isViewer = false }: RequestOptions = {},
): Promise<Login> {
  count += 1;
  const username = `person-${process.pid}-${count}`;
  const { rows } = await query<{ id: number }>(
    `insert into users (username, email, first_name, last_name, role, role_id, password_hash, created_at, updated_at)
     values ($1, $1 || '@example.com', 'Meera', 'Kulkarni', $2, $3, $4, now(), now()) returning id`,
    [username, role, roleId ?? null, passwordHash],
  );
  const id = rows[0]?.id ?? 0;
  if (isViewer) {
    await query(
      `with made as (insert into workspaces (name, created_at, updated_at) values ($2, now(), now()) returning id),
         joined as (insert into workspace_members (workspace_id, user_id, role, created_at, updated_at)
           select id, $1, 'viewer', now(), now() from made)
       update users set current_workspace = (select id from made) where id = $1`,
      [id, `Workspace of ${username}`],
    );
  }
  return { id, username, password };
}

/** `key` is the `Idempotency-Key`. */
type Options = Partial<{ key: string; timeoutMs: number | undefined }>;

/** Someone at a browser, which keeps cookies. */
export interface Person {
  login: Login | null;
  /** Sends a request unchanged, with the cookies. */
  ask: (sent: Sent, timeoutMs?: number) => Promise<RawResponse>;
  askJson: (
    method: string,
    path: string,
    body?: unknown,
    options?: Options,
  ) => Promise<RawResponse>;
  signIn: () => Promise<RawResponse>;
  cookies: () => [name: string, value: string][];
  cookie: () => string;
}

/** A person who is not signed in yet; without a login, an anonymous visitor. */
export function personAt(
  url: string,
  login: Login | null,
  agent: Agent = keepAliveAgent(),
): Person {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const ask: Person['ask'] = async ({ headers = {}, ...sent }, timeoutMs) => {
    const { 'extra-cookie': extra, ...others } = headers;
    const all = [cookie(), extra].filter(Boolean).join('; ');
    const response = await send(
      url,
      { ...sent, headers: { ...others, ...(all ? { cookie: all } : {}) } },
      { agent, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
    );
    for (const line of [response.headers['set-cookie'] ?? []].flat()) keepCookie(jar, line);
    return response;
  };
  const askJson: Person['askJson'] = (method, path, body, { key, timeoutMs } = {}) =>
    ask(
      {
        method,
        path: `/api${path}`,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      },
      timeoutMs,
    );
  const signIn = () => {
    jar.clear();
    const { username, password: typed } = login ?? { username: '', password: '' };
    return askJson('POST', '/auth/login', { username, password: typed });
  };
  return { login, ask, askJson, signIn, cookies: () => [...jar], cookie };
}

/** The number that an expression of SQL gives. */
export async function countOf(query: Query, expression: string): Promise<number> {
  const { rows } = await query<{ count: number }>(`select (${expression})::int as count`);
  return rows[0]?.count ?? 0;
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

/** The form that uploads a file to an import. */
export function formOf(content: string | Buffer, fileName = 'records.csv') {
  const head =
    `--part\r\ncontent-disposition: form-data; name="csvFile"; filename="${fileName}"\r\n` +
    'content-type: text/csv\r\n\r\n';
  return {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=part' },
    body: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--part--\r\n')]),
  };
}

function keepCookie(jar: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
  else jar.set(name, value);
}
