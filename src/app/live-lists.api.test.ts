import { afterAll, beforeAll, expect, it } from 'vitest';
import { everything, mergeRights, type Reach } from '~/modules/organization/users/rights.rules';
import { makeRole, signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { makeWorkspace } from '~/modules/organization/workspaces/server/workspaces.builders';
import { fileServer } from './testing/test-file-server';
import { makeOneOfEach } from './testing/one-of-each.builders';
import { openTestPage, type TestPage } from './testing/test-page';
import type { TestClient } from './testing/test-server';
import { kindNames } from '~/modules/organization/kinds/kinds.rules';

const test = fileServer();
const patience = { timeout: 20_000 };
/** Fewer than a page may have open. */
const listsOfPage = 30;

let paths: string[];
let ids: Record<string, number>;
const pages: TestPage[] = [];

afterAll(() => {
  for (const page of pages) page.close();
});

beforeAll(async () => {
  ids = await makeOneOfEach(test.admin);
  paths = (await declaredLists()).map(pathOf);
});

/** Every call that answers a list with its changes, found in the API description. */
async function declaredLists(): Promise<string[]> {
  interface Described {
    get?: { parameters?: { name: string }[] };
  }
  const response = await fetch(`${test.server.url}/api/openapi.json`, {
    headers: { cookie: `access=${test.admin.cookies.get('access')}` },
  });
  const { paths: calls } = (await response.json()) as { paths: Record<string, Described> };
  return Object.entries(calls)
    .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'since'))
    .map(([url]) => url.replace('/api', ''));
}

/** Puts an id into a path: an invoice in `/payments/invoice/{id}`, a lead in `/leads/{id}/notes`. */
function pathOf(url: string): string {
  return url.replace(/([\w-]+)\/\{id\}/, (_, path: string) => {
    const kind = path.replace('-', '_');
    const id = ids[kind] ?? ids[`${kind}s`];
    if (id === undefined) throw new Error(`${url}: say in one-of-each.builders.ts which record`);
    return `${path}/${id}`;
  });
}

type IdsByPath = Map<string, number[]>;

/** The rows that a person reads of each list at this moment. */
async function readable(client: TestClient): Promise<IdsByPath> {
  const found: IdsByPath = new Map();
  for (const path of paths) {
    const { status, body } = await client.get<{ id: number }[]>(path);
    if (status !== 200) expect([403, 404]).toContain(status);
    found.set(path, status === 200 ? body.data.map(({ id }) => id).toSorted() : []);
  }
  return found;
}

interface Member {
  client: TestClient;
  pages: TestPage[];
  rooms: Map<string, string>;
}

async function joinAll(client: TestClient): Promise<Member> {
  const member: Member = { client, pages: [], rooms: new Map() };
  for (let from = 0; from < paths.length; from += listsOfPage) {
    const page = await openTestPage(test.server, client);
    pages.push(page);
    member.pages.push(page);
    for (const path of paths.slice(from, from + listsOfPage)) {
      const room = await page.open(path);
      if (room !== null) member.rooms.set(path, room.split('.')[0] ?? '');
    }
  }
  return member;
}

/** Rows that reached a member's pages since the last call, by list. A message to read a list again counts as `now`. */
function receivedBy({ pages: own, rooms }: Member, now: IdsByPath): IdsByPath {
  const messages = own.flatMap(({ received }) => received.splice(0));
  const receivedIn = (path: string) => {
    const received = messages.filter(({ list }) => list === rooms.get(path));
    const rows = received.flatMap((message) => message.rows.map(({ id }) => id));
    const again = received.some(({ whole }) => whole) ? (now.get(path) ?? []) : [];
    return [...new Set([...rows, ...again])].toSorted();
  };
  return new Map(paths.map((path) => [path, receivedIn(path)]));
}

const mark = 'billing_profile';
let marks = 0;

/** All that was committed before has been sent when a change after it, of which everyone hears, has arrived. */
async function untilNotified(...members: Member[]): Promise<void> {
  marks += 1;
  const all = members.flatMap((each) => each.pages);
  const reached = new Set<TestPage>();
  for (const page of all)
    page.socket.on('change', ({ entity }) => {
      if (entity === mark) reached.add(page);
    });
  const witness = await openTestPage(test.server, test.admin);
  pages.push(witness);
  await witness.open('/tax-classes');
  await changed(['tax_classes'], [1]);
  await expect.poll(() => witness.received.length, patience).toBeGreaterThan(0);
  await test.admin.put('/billing/profile', { city: `City ${marks}` });
  await expect.poll(() => reached.size, patience).toBe(all.length);
  for (const page of all) page.socket.off('change');
}

async function changed(entities: readonly string[], records: readonly number[]): Promise<void> {
  await test.server.database.pool.query(
    `insert into changes (entity, id) select entity, id
     from unnest($1::text[]) entity, unnest($2::bigint[]) id`,
    [entities, records],
  );
}

/** Notes a change of every row of the lists, in every table except that of the mark that `untilNotified` waits for. */
async function changeEverything(all: IdsByPath): Promise<void> {
  const { rows } = await test.server.database.pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> $1`,
    [mark],
  );
  await changed(
    rows.map(({ name }) => name),
    [...new Set([...all.values()].flat())],
  );
}

const query = (text: string) => test.server.database.pool.query(text);
const ownTables = ['customers', 'orders', 'invoices', 'payments', 'advances', 'credit_notes'];

const own = (id: number | null) =>
  query(
    [
      `update leads set assigned_to = ${id}`,
      ...ownTables.map((table) => `update ${table} set created_by = ${id}`),
    ].join(';'),
  );

const moveRecord = (workspace: number | null) =>
  query(`update leads set workspace_id = ${workspace};
    update customers set workspace_id = ${workspace}`);

const reading = (read: Reach) =>
  signInWith(
    test,
    mergeRights(everything, Object.fromEntries(kindNames.map((kind) => [kind, { read }]))),
  );

interface Reader {
  client: TestClient;
  lose: () => Promise<unknown>;
}

const readers: [what: string, make: () => Promise<Reader>][] = [
  [
    'whose records become those of others',
    async () => {
      const { id, client } = await reading('own');
      await own(id);
      return { client, lose: () => own(null) };
    },
  ],
  [
    'whose records leave the workspace',
    async () => {
      const { id, client } = await reading('workspace');
      await moveRecord(await makeWorkspace(test.server, { [id]: 'member' }));
      return { client, lose: () => moveRecord(null) };
    },
  ],
  [
    'who leaves the workspace',
    async () => {
      const { id, client } = await reading('workspace');
      await moveRecord(await makeWorkspace(test.server, { [id]: 'member' }));
      const lose = () => query(`delete from workspace_members where user_id = ${id}`);
      return { client, lose };
    },
  ],
  [
    'who is an administrator no longer',
    async () => {
      const { id, client } = await reading('all');
      await query(`update users set role = 'admin' where id = ${id}`);
      const { id: role_id } = await makeRole(test.admin, {});
      return { client, lose: () => test.admin.put(`/users/${id}`, { role: 'user', role_id }) };
    },
  ],
];

const cases = readers.flatMap(([what, make]) => [
  { what, order: 'first', make },
  { what, order: 'last', make },
]);

it('there is a row in every declared list', async () => {
  const all = await readable(test.admin);
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => all.get(path)?.length === 0)).toEqual([]);
});

it.each(cases)(
  'every list tells a person $what what they read now, and no more; they join $order',
  { timeout: 60_000 },
  async ({ order, make }) => {
    const { client, lose } = await make();
    const isFirst = order === 'first';
    const early = await joinAll(isFirst ? client : test.admin);
    const late = await joinAll(isFirst ? test.admin : client);
    const [person, admin] = isFirst ? [early, late] : [late, early];
    const all = await readable(test.admin);
    await changeEverything(all);
    await untilNotified(person, admin);
    const before = await readable(client);
    expect(receivedBy(person, before)).toEqual(before);
    expect(receivedBy(admin, all)).toEqual(all);

    await lose();
    await changeEverything(all);
    await untilNotified(person, admin);
    const now = await readable(client);
    const received = receivedBy(person, now);
    const tooMuch = (path: string) =>
      received.get(path)?.some((id) => !now.get(path)?.includes(id));
    expect(paths.filter(tooMuch)).toEqual([]);
    expect(receivedBy(admin, all)).toEqual(all);
    if (person.pages.every((page) => page.lost() === 0)) expect(received).toEqual(now);
    for (const page of [...person.pages, ...admin.pages]) page.close();
  },
);
