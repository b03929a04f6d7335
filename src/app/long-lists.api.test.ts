import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { predicateOf } from '~/kit/shared/filters/filters';
import { longPipelineFilters } from '~/modules/sales/leads/pipeline.filters';
import { keepCustomersInOrder } from '~/modules/sales/customers/server/customer-windows.queries';
import { keepLeadsInOrder } from '~/modules/sales/leads/server/lead-windows.queries';
import { makeWorkspace } from '~/modules/organization/workspaces/server/workspaces.builders';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import { everything, mergeRights, type Reach } from '~/modules/organization/users/rights.rules';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { longDocuments } from './testing/long-documents.builders';
import { longPapers } from './testing/long-papers.builders';
import { longPurchases } from './testing/long-purchases.builders';
import { longStock } from './testing/long-stock.builders';
import { type LongKind, longKinds } from './testing/long-lists.builders';
import { ownBodies, withOwn } from './testing/long-own.builders';
import { ownServer } from './testing/test-file-server';
import type { TestClient } from './testing/test-server';

const indexed = [...longKinds, ...longDocuments];
const all = [...indexed, ...longPapers, ...longPurchases, ...longStock].map(withOwn);
const longRows = 300;
const test = ownServer({ LONG_LIST_ROWS: String(longRows) });
const windowed = { 'list-form': 'windowed-when-long' };
const rows = new Map<string, readonly { id: number }[]>();
const options = {
  today: '',
  now: '',
  timeZone: 'Asia/Kolkata',
  customers: new Map<number, number>(),
};

interface WindowResponse {
  ids: number[];
  total: number | null;
}

const query = (question: object) => new URLSearchParams(Object.entries(question)).toString();
const idsOf = async (client: TestClient, path: string, question: object) =>
  (await client.get<WindowResponse>(`${path}?${query(question)}`)).body.data;

beforeAll(async () => {
  const { pool } = test.server.database;
  await makeUser(test.server, { first_name: 'Zoë', last_name: 'Ångström' });
  await makeUser(test.server, { first_name: 'asha', last_name: 'RAO' });
  await makeWorkspace(test.server);
  for (const kind of new Set(all.flatMap(({ own }) => own ?? [])))
    for (const body of ownBodies(kind)) await makeRecord(test.admin, '/custom-fields', body);
  for (const { fill } of all) await pool.query(fill);
  for (const { path } of all)
    rows.set(path, (await test.admin.get<{ id: number }[]>(path)).body.data);
  const invoices = rows.get('/invoices') as readonly { id: number; customer_id: number }[];
  options.customers = new Map(invoices.map(({ id, customer_id }) => [id, customer_id]));
  options.now = test.server.clock.now().toISOString();
  options.today = new Intl.DateTimeFormat('en-CA', { timeZone: options.timeZone }).format(
    test.server.clock.now(),
  );
});

/** Names that differ in their case alone come in any order. */
const inAnyOrder = (figures: unknown) =>
  new Map(
    Object.entries(figures as Record<string, unknown>).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((each) => JSON.stringify(each)).toSorted() : value,
    ]),
  );

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The order that docs/product/screens.md gives, written apart from both sides. */
function inOrder<Row>(all: readonly Row[], of: LongKind['sorts'][string], isDown: boolean): Row[] {
  const valueOf = (row: Row) => of(row as never);
  const isEmpty = (row: Row) => valueOf(row) === null || valueOf(row) === '';
  const sorted = all
    .filter((row) => !isEmpty(row))
    .toSorted((one, other) => {
      const [a, b] = [valueOf(one), valueOf(other)];
      const order = typeof a === 'string' ? collator.compare(a, String(b)) : Number(a) - Number(b);
      return isDown ? -order : order;
    });
  return [...sorted, ...all.filter(isEmpty)];
}

describe.each(longDocuments.filter(({ figures }) => figures))('$name', ({ path, figures }) => {
  it('have the figures that the browser gives of the whole list', async () => {
    const { data } = (await test.admin.get(`${path}/figures`)).body;
    const expected = figures?.((rows.get(path) ?? []) as never, options);
    expect(inAnyOrder(data)).toEqual(inAnyOrder(expected));
  });
});

describe.each(all)('$name by windows', ({ path, filters, asks, values, terms, sorts }) => {
  const requested = fc.record({
    sort: fc.option(fc.constantFrom(...Object.keys(sorts))),
    isDown: fc.boolean(),
    search: fc.option(fc.constantFrom(...terms)),
    chosen: fc.record(
      Object.fromEntries(
        Object.entries(values).map(([key, each]) => [key, fc.constantFrom(...each)]),
      ),
      { requiredKeys: [] },
    ),
  });

  it('are those that the rules of the browser give on the whole list, in their order', async () => {
    const every = rows.get(path) ?? [];
    await fc.assert(
      fc.asyncProperty(requested, async ({ sort, isDown, search, chosen }) => {
        const typed = { ...chosen, ...(search === null ? {} : { search }) };
        const predicate = predicateOf(filters, typed, options as never);
        const found = every.filter((row) => predicate?.(row as never) ?? true);
        const of = sort === null ? undefined : sorts[sort];
        const ids = (of ? inOrder(found, of, isDown) : found).map(({ id }) => id);
        const question = {
          ...(sort === null ? {} : { sort: `${isDown ? '-' : ''}${sort}` }),
          filters: JSON.stringify(asks(typed)),
        };
        const [whole, part] = await Promise.all([
          idsOf(test.admin, path, question),
          idsOf(test.admin, path, { ...question, from: 3, count: 5 }),
        ]);
        expect(whole).toEqual({ ids, total: ids.length });
        expect(part.ids).toEqual(ids.slice(3, 8));
        // Null where counting takes long, as on a busy machine.
        expect([ids.length, null]).toContain(part.total);
      }),
      { numRuns: 60 },
    );
  });

  it('find by each value of a filter, and by each word, what the browser finds', async () => {
    const each = Object.entries({ ...values, search: terms });
    for (const [key, chosen] of each) {
      for (const value of chosen) {
        const typed = { [key]: value };
        const predicate = predicateOf(filters, typed, options as never);
        const found = (rows.get(path) ?? []).filter((row) => predicate?.(row as never) ?? true);
        const ids = found.map(({ id }) => id);
        const question = { filters: JSON.stringify(asks(typed)) };
        // All at once, and as a window: a rare search of a long list is read by other indexes then.
        for (const count of [{}, { count: 1000 }])
          expect(
            await idsOf(test.admin, path, { ...question, ...count }),
            `${key} ${value}`,
          ).toEqual({ ids, total: ids.length });
        const counted = await idsOf(test.admin, path, { ...question, count: 0 });
        expect(counted, `${key} ${value}`).toEqual({ ids: [], total: ids.length });
      }
    }
  });

  it('accept every filter of the screen, and no other', async () => {
    const keys = filters.map(({ key }) => key).filter((key) => key !== 'search');
    expect(Object.keys(values)).toEqual(keys);
    const response = await test.admin.get(`${path}?${query({ filters: '{"colour":"red"}' })}`);
    expect(response.status).toBe(400);
    const sorted = await test.admin.get(`${path}?sort=toString`);
    expect(sorted.status).toBe(400);
  });
});

it.each([
  ['custom.weight', 'abc..', 'The filter "Weight" must be a range of numbers, such as 1..5'],
  ['custom.weight', '1..5..9', 'The filter "Weight" must be a range of numbers, such as 1..5'],
  ['custom.due', '..2026-02-30', /^The filter "Due" must be a range of days/],
  ['date_range', '2026-01-01..x', /^The filter "Date Range" must be a range of days/],
])('refuse a filter %s by %j', async (key, value, message) => {
  const filters = JSON.stringify({ [key]: value });
  const { status, body } = await test.admin.get(`/leads?${query({ filters, count: 5 })}`);
  expect([status, body.code, body.details?.[0]?.field]).toEqual([400, 'input.invalid', 'filters']);
  expect(body.error).toEqual(
    typeof message === 'string' ? message : expect.stringMatching(message),
  );
});

it('leads without a stage are left out of the pipeline, and counted by what is kept', async () => {
  const question = { filters: JSON.stringify(longPipelineFilters({})), count: '0' };
  expect(await idsOf(test.admin, '/leads', question)).toEqual({ ids: [], total: 360 });
});

// Of one letter alone PostgreSQL walks a table this short.
it.each(['nowhere', 'zq', 'a zq'])(
  'are searched by an index for what is rare: %s',
  async (search) => {
    const { pool } = test.server.database;
    const paths = [...new Set(indexed.map(({ path }) => path))].toSorted();
    await pool.query('select pg_stat_reset()');
    for (const path of paths) await idsOf(test.admin, path, { search, count: 10 });
    const used = async () => {
      const { rows: found } = await pool.query<{ path: string }>(
        `select '/' || relname as path from pg_stat_user_indexes
          where relname = any ($1) and indexrelname = relname || '_search' and idx_scan > 0 order by 1`,
        [paths.map((path) => path.slice(1))],
      );
      return found.map(({ path }) => path);
    };
    const { rowCount } = await pool.query(`select from pg_extension where extname = 'pg_trgm'`);
    await expect.poll(used, { timeout: 15_000 }).toEqual(rowCount === 0 ? [] : paths);
  },
);

it('are read from indexes once there are many', async () => {
  const { db, pool } = test.server.database;
  const orders = async () =>
    (await pool.query(`select from pg_indexes where indexname ~ '^(leads|customers)_by_'`))
      .rowCount;
  const question = { sort: '-email', from: 100, count: 200 };
  const ask = () =>
    Promise.all(['/leads', '/customers'].map((path) => idsOf(test.admin, path, question)));
  const before = await ask();
  for (const keep of [keepLeadsInOrder, keepCustomersInOrder]) await keep(db);
  expect(await orders()).toBe(0);
  for (const keep of [keepLeadsInOrder, keepCustomersInOrder, keepLeadsInOrder])
    await keep(db, 420);
  expect(await orders()).toBe(7);
  expect(await ask()).toEqual(before);
});

describe.each(['leads', 'customers'] as const)('%s of a person', (name) => {
  const path = `/${name}`;
  const people = new Map<Reach, TestClient>();

  beforeAll(async () => {
    for (const read of ['workspace', 'own', 'none'] as const) {
      const rights = mergeRights(everything, { [name]: { read } });
      const { id, client } = await signInWith(test, rights);
      people.set(read, client);
      await makeWorkspace(test.server, { [id]: 'member' });
      const { pool } = test.server.database;
      await pool.query(
        `update ${name} set created_by = $1, workspace_id = (select max(id) from workspaces) where id % 17 < 3`,
        [id],
      );
      if (name === 'leads')
        await pool.query('update leads set assigned_to = $1 where id % 17 = 5', [id]);
    }
  });

  it.each(['workspace', 'own', 'none'] as const)(
    'who reads "%s" finds what the whole list has for them, and nothing else',
    async (read) => {
      const client = people.get(read) ?? test.admin;
      const list = await client.get<{ id: number; company_name: string }[]>(path);
      if (read === 'none') {
        const statuses = [
          list,
          await client.get(`${path}?count=5`),
          await client.get(`${path}?ids=1`),
        ];
        expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403]);
        return;
      }
      const ids = list.body.data.map(({ id }) => id);
      expect(await idsOf(client, path, { from: 0 })).toEqual({ ids, total: ids.length });
      const counted = await idsOf(client, path, { count: '0' });
      expect(counted).toEqual({ ids: [], total: ids.length });
      const searched = await idsOf(client, path, { search: 'a', sort: 'company_name' });
      expect(searched.ids.filter((id) => !ids.includes(id))).toEqual([]);
      const others = (rows.get(path) ?? []).map(({ id }) => id).filter((id) => !ids.includes(id));
      expect(others.length).toBeGreaterThan(0);
      const some = [...others.slice(0, 100), ...ids.slice(0, 3)];
      const { body } = await client.get<{ rows: { id: number }[] }>(`${path}?ids=${some.join()}`);
      expect(body.data.rows.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    },
  );

  it('learns how long the list is for them', async () => {
    const whole = await test.admin.get<object>(path, windowed);
    expect(whole.body.data).toMatchObject({ windowed: true, total: rows.get(path)?.length });
    const short = await people.get('own')?.get<object[]>(path, windowed);
    expect(short?.body.data.length).toBeLessThan(longRows);
  });

  it('has the figures of what they read', async () => {
    for (const client of [test.admin, people.get('own') ?? test.admin]) {
      const all = (await client.get<never[]>(path)).body.data;
      const { data: figures } = (await client.get(`${path}/figures`)).body;
      const expected = longKinds
        .find((each) => each.path === path)
        ?.figures?.(all as never, options);
      expect(inAnyOrder(figures)).toEqual(inAnyOrder(expected));
    }
  });
});
