import { connect } from 'node:net';
import { once } from 'node:events';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { stalledDownload } from '~/app/testing/test-stalled';
import { statusesOf, type TestClient } from '~/app/testing/test-server';
import { runChecks } from '~/kit/server/checks/checks';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import type { Role } from '~/modules/organization/users/roles.fields';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import { makeTeam } from '~/modules/organization/workspaces/server/workspaces.builders';
import type { AttachedFile } from '../attachments.fields';
import { mostFileBytes } from '../attachments.rules';
import { attachmentChecks } from './attachments.invariants';
import { archiveOf, pixel, sendFile, wordFile } from './attachments.builders';

const test = ownServer();
let lead: string;
let user: TestClient;

beforeAll(async () => {
  lead = `/leads/${(await makeLead(test.admin)).id}`;
  user = (await signInNew(test.server)).client;
});

const list = async (of = lead) => (await test.admin.get<AttachedFile[]>(`${of}/files`)).body.data;
const pdf = (length: number) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(length - 9, 7)]);

it('a file comes back byte by byte, cannot run anything, and appears in list and feed', async () => {
  const content = pdf(700_001);
  const name = 'Zeichnung “ä” ₹ 7;=.pdf';
  const created = await sendFile(user, lead, `/tmp/${name}`, content);
  expect([created.status, created.body.error]).toEqual([201, undefined]);
  const { id } = created.body.data;
  expect(created.body.data).toEqual({
    id,
    name,
    type: 'application/pdf',
    size: 700_001,
    created_by: expect.any(Number) as number,
    created_by_name: 'Asha Rao',
    created_at: expect.stringMatching(/Z$/) as string,
  });
  expect((await list())[0]).toEqual(created.body.data);
  const got = await test.admin.get(`/files/${id}?show=true`);
  expect(got.status).toBe(200);
  expect(got.content.equals(content)).toBe(true);
  expect(Object.fromEntries(got.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': '700001',
    'content-disposition': `attachment; filename="Zeichnung ___ _ 7;=.pdf"; filename*=UTF-8''Zeichnung%20%E2%80%9C%C3%A4%E2%80%9D%20%E2%82%B9%207%3B%3D.pdf`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  const [line] = (await test.admin.get<object[]>('/activity?limit=1')).body.data;
  expect(line).toMatchObject({
    type: 'lead',
    title: 'File added',
    message: `Sahyadri Castings: ${name}`,
  });
  const log = await sql<{ after: object }>`select after from audit_log
    where entity = 'attached_files' order by id desc limit 1`.execute(test.server.database.db);
  expect(log.rows[0]?.after).toMatchObject({ name, sha256: expect.any(String) as string });
  expect(log.rows[0]?.after).not.toHaveProperty('created_by_name');
});

it('a name keeps its quotation marks and percent signs, and has spaces for line breaks', async () => {
  const names = { 'Flange 12".txt': 'Flange 12".txt', '100%2C\r\n5%.txt': '100%2C 5%.txt' };
  for (const [name, stored] of Object.entries(names))
    expect((await sendFile(user, lead, name, 'x')).body.data.name).toBe(stored);
});

it('an image opens in the browser with `show`, and is saved otherwise', async () => {
  const { id } = (await sendFile(test.admin, lead, 'a.png', pixel)).body.data;
  const shown = await test.admin.get(`/files/${id}?show=true`);
  expect(shown.headers.get('content-disposition')).toBe('inline; filename="a.png"');
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  const saved = await test.admin.get(`/files/${id}`);
  expect(saved.headers.get('content-disposition')).toBe('attachment; filename="a.png"');
});

it.each([
  ['customers', '/customers', { company_name: 'Acme', contact_person: 'Bo Li' }],
  ['products', '/products', { product_name: 'Bolt', sku_code: 'F-1', unit_price: 5 }],
])('%s have files too', async (_kind, path, body) => {
  const created = await test.admin.post<{ id: number }>(path, body);
  expect(created.status, created.body.error).toBe(201);
  const record = `${path}/${created.body.data.id}`;
  expect((await sendFile(test.admin, record, 'a.docx', wordFile)).status).toBe(201);
  expect(await list(record)).toHaveLength(1);
  expect((await test.admin.get<AttachedFile[]>(`${record}9/files`)).status).toBe(404);
});

it.each([
  ['a page', 'a.html', '<html></html>', 415, 'file.type_not_allowed'],
  ['an SVG', 'a.svg', '<svg xmlns="x"/>', 415, 'file.type_not_allowed'],
  ['a PDF that is none', 'a.pdf', 'MZ\u0090', 415, 'file.not_what_name_says'],
  [
    'a program next to a document',
    'a.docx',
    await archiveOf(['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin']),
    415,
    'file.not_what_name_says',
  ],
  [
    'a document behind another archive',
    'a.docx',
    Buffer.concat([await archiveOf(['word/vbaProject.bin']), wordFile]),
    415,
    'file.not_what_name_says',
  ],
  ['an archive cut off', 'a.docx', wordFile.subarray(0, -1), 415, 'file.not_what_name_says'],
  [
    'an archive behind a picture',
    'a.png',
    Buffer.concat([pixel, wordFile]),
    415,
    'file.not_what_name_says',
  ],
  [
    'a text with zeros far inside',
    'a.txt',
    `${'a'.repeat(300_000)}\0${'a'.repeat(300_000)}`,
    415,
    'file.not_what_name_says',
  ],
  ['nothing', 'a.txt', '', 400, 'input.invalid'],
  ['a name without a name', ' ', 'a', 400, 'input.invalid'],
  ['too long a name', `${'a'.repeat(197)}.txt`, 'a', 400, 'input.invalid'],
])('%s is refused and leaves nothing', async (_what, name, content, status, code) => {
  const before = await list();
  const response = await sendFile(test.admin, lead, name, content);
  expect([response.status, response.body.code]).toEqual([status, code]);
  expect(response.body.details[0]?.field).toBe('file');
  expect(await list()).toEqual(before);
});

it('20 MB go in and come out, a byte more is 413, no form 415, no file 400', async () => {
  const most = pdf(mostFileBytes);
  const created = await sendFile(test.admin, lead, 'large.pdf', most);
  expect(created.status).toBe(201);
  expect((await test.admin.get(`/files/${created.body.data.id}`)).content.equals(most)).toBe(true);
  const more = await sendFile(
    test.admin,
    lead,
    'larger.pdf',
    Buffer.concat([most, Buffer.alloc(1)]),
  );
  expect([more.status, more.body.error]).toEqual([413, 'Files can be at most 20 MB']);
  expect((await test.admin.post(`${lead}/files`, {})).status).toBe(415);
  const form = new FormData();
  form.append('file', 'no file');
  expect((await test.admin.upload(`${lead}/files`, form)).status).toBe(400);
});

it('what breaks off or is not a whole form leaves nothing, and the server works on', async () => {
  const before = await list();
  const cookie = [...test.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const head =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7';
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const cut = await test.admin.send('POST', `${lead}/files`, head, headers);
  expect([cut.status, cut.body.code]).toEqual([400, 'upload.incomplete']);
  const { port } = new URL(test.server.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /api${lead}/files HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n${head}`,
  );
  expect((await sendFile(test.admin, lead, 'meanwhile.txt', 'a')).status).toBe(201);
  socket.destroy();
  expect(await list()).toHaveLength(before.length + 1);
});

it('twenty at once go in whole; of a stalled reader no one notices anything', async () => {
  const record = `/leads/${(await makeLead(test.admin)).id}`;
  const contents = Array.from({ length: 20 }, (_, n) => pdf(300_000 + n));
  const responses = await Promise.all(
    contents.map((content, n) => sendFile(test.admin, record, `${n}.pdf`, content)),
  );
  expect(new Set(statusesOf(responses))).toEqual(new Set([201]));
  const large = (await sendFile(test.admin, record, 'large.pdf', pdf(8_000_000))).body.data;
  const stalled = await stalledDownload(test.server, test.admin, `/files/${large.id}`);
  expect(stalled.status).toBe(200);
  for (const [n, { body }] of responses.entries())
    expect((await test.admin.get(`/files/${body.data.id}`)).content.length).toBe(300_000 + n);
  stalled.leave();
  const results = await runChecks(test.server.database.openClient, attachmentChecks);
  expect(results[0]).toMatchObject({ faults: 0 });
  await sql`update attached_file_parts set content = overlay(content placing '\\x00'::bytea from 9)
    where file_id = ${large.id} and position = 3`.execute(test.server.database.db);
  const [found] = await runChecks(test.server.database.openClient, attachmentChecks);
  expect(found).toMatchObject({
    faults: 1,
    first: [expect.stringMatching(/not as they were$/) as string],
  });
  await test.admin.delete(`/files/${large.id}`);
});

it('of two that take the last place one gets it', async () => {
  const record = (await makeLead(test.admin)).id;
  await sql`insert into attached_files (kind, record_id, name, type, size, sha256, created_by_name, created_at)
    select 'leads', ${record}, 'a.txt', 'text/plain', 1, repeat('0', 64), 'Asha', now()
    from generate_series(1, 99)`.execute(test.server.database.db);
  const send = () => sendFile(test.admin, `/leads/${record}`, 'b.txt', 'b');
  expect(statusesOf(await Promise.all([send(), send()]))).toEqual([201, 409]);
  const full = await send();
  expect(full.body).toMatchObject({
    code: 'file.too_many',
    error: 'A record can have at most 100 files',
  });
  await sql`delete from attached_files where record_id = ${record}`.execute(
    test.server.database.db,
  );
});

it('reading follows the record and its right, deleting is for the person who added it and administrators', async () => {
  const team = await makeTeam(test.server);
  await team.member.client.put('/auth/workspace', { workspace_id: team.id });
  await team.viewer.client.put('/auth/workspace', { workspace_id: team.id });
  const created = await makeLead(team.member.client);
  const record = `/leads/${created.id}`;
  const { id } = (await sendFile(team.member.client, record, 'a.txt', 'secret')).body.data;
  expect((await sendFile(team.viewer.client, record, 'b.txt', 'b')).status).toBe(403);
  expect((await team.viewer.client.get(`/files/${id}`)).status).toBe(200);
  const refused = await team.owner.client.delete(`/files/${id}`);
  expect([refused.status, refused.body.error]).toEqual([
    403,
    'Only the person who added this file or an administrator can delete it',
  ]);
  const roles = (await test.admin.get<Role[]>('/roles')).body.data;
  const stores = roles.find(({ name }) => name === 'Stores');
  const { client } = await signInNew(test.server, { role_id: stores?.id ?? null });
  expect((await client.get(`/files/${id}`)).status).toBe(403);
  expect((await team.member.client.delete(`/files/${id}`)).status).toBe(200);
  expect((await team.member.client.delete(`/files/${id}`)).status).toBe(404);
  expect((await test.server.client().get(`/files/${id}`)).status).toBe(401);
});

it('the files of a deleted lead are hidden, are back with it, and go for good after thirty days', async () => {
  const { db } = test.server.database;
  const { id } = await makeLead(test.admin);
  const file = (await sendFile(test.admin, `/leads/${id}`, 'a.txt', 'a')).body.data.id;
  await sql`create table kept_lead as select * from leads where id = ${id}`.execute(db);
  expect((await test.admin.delete(`/leads/${id}`)).status).toBe(200);
  expect((await test.admin.get(`/files/${file}`)).status).toBe(404);
  await sql`insert into leads overriding system value select * from kept_lead`.execute(db);
  expect((await test.admin.get(`/files/${file}`)).status).toBe(200);
  expect((await test.admin.delete(`/leads/${id}`)).status).toBe(200);
  const remaining = async () =>
    (await sql`select id from attached_files where id = ${file}`.execute(db)).rows.length;
  expect(await remaining()).toBe(1);
  test.server.clock.advance(32 * 86_400_000);
  test.server.server.jobs.trigger('retention');
  await expect.poll(remaining).toBe(0);
});
