import { afterAll, expect, it } from 'vitest';
import type { ListMessage } from '~/kit/shared/changes';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { everything, mergeRights } from '~/modules/organization/users/rights.rules';
import { makeRole, signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { makeWorkspace } from '~/modules/organization/workspaces/server/workspaces.builders';
import { fileServer } from './testing/test-file-server';
import { openTestPage, type TestPage } from './testing/test-page';
import type { TestClient } from './testing/test-server';

const test = fileServer();
const pages: TestPage<Lead>[] = [];

afterAll(() => {
  for (const page of pages) page.close();
});

interface Lead {
  id: number;
  industry: string | null;
}

interface Page extends TestPage<Lead> {
  /** `rows 1,2 gone 3`, or `whole`, of each message since the last time. */
  pushed: () => string[];
}

async function openPage(client: TestClient): Promise<Page> {
  const page = await openTestPage<Lead>(test.server, client);
  pages.push(page);
  return { ...page, pushed: () => page.received.splice(0).map(describe) };
}

function describe({ rows, gone: deleted, whole }: ListMessage<Lead>): string {
  return whole ? 'whole' : `rows ${rows.map(({ id }) => id).join()} gone ${deleted.join()}`;
}

const change = (id: number, industry: string) => test.admin.put(`/leads/${id}`, { industry });

it('a changed row is pushed to those who have its list open, with a cursor, in an unbroken count', async () => {
  const { id } = await makeLead(test.admin);
  const page = await openPage(test.admin);
  const otherPage = await openPage(test.admin);
  const [room, n] = (await page.open('/leads'))?.split('.') ?? [];
  await otherPage.open('/customers');
  await change(id, 'Steel');
  await expect.poll(() => page.received.at(-1)?.rows[0]).toMatchObject({ id, industry: 'Steel' });
  expect(page.received.at(-1)).toMatchObject({ list: room, gone: [], whole: false });
  const since = encodeURIComponent(page.received.at(-1)?.cursor ?? '');
  const query = await test.admin.get<{ full: boolean; rows: unknown[] }>(`/leads?since=${since}`);
  expect(query.body.data).toMatchObject({ full: false, rows: [] });
  await test.admin.delete(`/leads/${id}`);
  await expect.poll(() => page.received.at(-1)?.gone).toEqual([id]);
  const counted = page.received.map((_, position) => Number(n) + position + 1);
  expect(page.received.map((message) => message.n)).toEqual(counted);
  expect(otherPage.received).toEqual([]);
});

it('the last number is sent again a moment later, so that a page notices a lost message', async () => {
  const { id } = await makeLead(test.admin);
  const page = await openPage(test.admin);
  const room = await page.open('/leads');
  const reminded: unknown[] = [];
  page.socket.on('list-at', (message) => reminded.push(message));
  await change(id, 'Pumps');
  await expect.poll(() => reminded).toHaveLength(1);
  expect(reminded).toEqual([{ list: room?.split('.')[0], n: page.received.at(-1)?.n }]);
});

it('rows reach those who read them alone, and leave the lists of those who no longer do', async () => {
  const own = await signInWith(test, mergeRights(everything, { leads: { read: 'own' } }));
  const page = await openPage(own.client);
  await page.open('/leads');
  const all = await openPage(test.admin);
  await all.open('/leads');
  const { id } = await makeLead(test.admin);
  const mine = await makeLead(test.admin, { assigned_to: own.id });
  await expect.poll(() => page.received.length).toBe(1);
  await test.admin.put(`/leads/${mine.id}`, { assigned_to: null });
  await expect.poll(() => page.received.length).toBe(2);
  await change(mine.id, 'Valves');
  await expect.poll(() => all.received.at(-1)?.rows[0]?.industry).toBe('Valves');
  const pushed = page.pushed();
  expect(pushed).toEqual([`rows ${mine.id} gone `, `rows  gone ${mine.id}`]);
  expect(all.pushed()).not.toContain(`rows  gone ${id}`);
});

it('other rights close all lists of a person at once; the person’s own are joined again by asking', async () => {
  const person = await signInWith(test, mergeRights(everything, { leads: { read: 'all' } }));
  const page = await openPage(person.client);
  const first = await page.open('/leads');
  const { id: role_id } = await makeRole(test.admin, { leads: { read: 'own' } });
  await test.admin.put(`/users/${person.id}`, { role_id });
  await expect.poll(page.lost).toBe(1);
  const all = await openPage(test.admin);
  await all.open('/leads');
  await makeLead(test.admin);
  await expect.poll(() => all.received.length).toBe(1);
  expect(page.received).toEqual([]);
  const second = await page.open('/leads');
  expect(second?.split('.')[0]).not.toBe(first?.split('.')[0]);
});

it('a list is requested again if its reader left the workspace for a moment', async () => {
  const rights = mergeRights(everything, { leads: { read: 'workspace' } });
  const person = await signInWith(test, rights);
  const workspace = await makeWorkspace(test.server, { [person.id]: 'member' });
  const page = await openPage(person.client);
  const before = await page.open('/leads');
  const { pool } = test.server.database;
  const members = 'from workspace_members where workspace_id = $1 and user_id = $2';
  const [member] = (
    await pool.query(`select role, created_at, updated_at ${members}`, [workspace, person.id])
  ).rows;
  await pool.query(`delete ${members}`, [workspace, person.id]);
  const meanwhile = await page.open('/leads');
  await pool.query(
    `insert into workspace_members (workspace_id, user_id, role, created_at, updated_at)
       values ($1, $2, $3, $4, $5)`,
    [workspace, person.id, member.role, member.created_at, member.updated_at],
  );
  expect(meanwhile?.split('.')[0]).not.toBe(before?.split('.')[0]);
  await expect.poll(() => page.lost()).toBeGreaterThan(0);
});

it('rows that change together with the rights to them are not pushed to a person who has lost these', async () => {
  const person = await signInWith(test, mergeRights(everything, { leads: { read: 'all' } }));
  const [page, all] = [await openPage(person.client), await openPage(test.admin)];
  await page.open('/leads');
  await all.open('/leads');
  const { id: role_id } = await makeRole(test.admin, { leads: { read: 'own' } });
  const { id } = await makeLead(test.admin);
  await expect.poll(() => page.received.length).toBe(1);
  await test.server.database.pool.query(
    `update leads set industry = 'Secret' where id = ${id};
     update users set role_id = ${role_id} where id = ${person.id}`,
  );
  await expect.poll(page.lost).toBe(1);
  await expect.poll(() => all.received.at(-1)?.rows[0]?.industry).toBe('Secret');
  expect(page.received.map(({ rows }) => rows[0]?.industry)).not.toContain('Secret');
});

it('all that changed in a list by the same cursor comes in one message', async () => {
  const { id } = await signInWith(test, everything);
  const page = await openPage(test.admin);
  const [, n] = (await page.open('/users'))?.split('.') ?? [];
  const note = async (...entities: string[]) =>
    test.server.database.pool.query(
      'insert into changes (entity, id) select unnest($1::text[]), $2::bigint',
      [entities, id],
    );
  await note('users', 'user_visits');
  await expect.poll(() => page.received.length).toBeGreaterThan(0);
  const { cursor } = page.received.at(-1) ?? {};
  await note('user_visits');
  await expect.poll(() => page.received.at(-1)?.cursor).not.toBe(cursor);
  expect(page.received.map((message) => message.n)).toEqual([Number(n) + 1, Number(n) + 2]);
});

it('a page joins by its own person’s call alone, and leaves when the list is closed', async () => {
  const person = await signInWith(test, mergeRights(everything, { leads: { read: 'own' } }));
  const outsider = await openPage(person.client);
  const room = (await test.admin.get('/leads', { 'live-socket': outsider.socket.id ?? '' }))
    .headers;
  expect(room.get('list-live')).toBeNull();
  const page = await openPage(test.admin);
  const [list] = (await page.open('/leads'))?.split('.') ?? [];
  const other = await openPage(test.admin);
  await other.open('/leads');
  await page.socket.timeout(10_000).emitWithAck('list-close', list);
  await makeLead(test.admin);
  await expect.poll(() => other.received.length).toBe(1);
  expect([page.received, outsider.received]).toEqual([[], []]);
});

it('changes by another program and changes of thousands of rows arrive as well', async () => {
  const workspace = await makeWorkspace(test.server);
  const page = await openPage(test.admin);
  await page.open('/leads');
  const { id } = await makeLead(test.admin);
  await expect.poll(() => page.received.length).toBe(1);
  page.received.splice(0);
  await test.server.database.pool.query('update leads set workspace_id = $1 where id = $2', [
    workspace,
    id,
  ]);
  await expect.poll(() => page.received.length).toBe(1);
  expect(page.pushed()).toEqual([`rows ${id} gone `]);
  await test.server.database.pool.query('insert into changes (entity) values ($1)', ['leads']);
  await expect.poll(() => page.received.length).toBe(1);
  expect(page.pushed()).toEqual(['whole']);
});
