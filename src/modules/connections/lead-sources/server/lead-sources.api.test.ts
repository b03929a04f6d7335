import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { LeadSource } from '../lead-sources.fields';
import { makeHook, makePage } from './lead-sources.builders';

const test = fileServer();

it('is made, read, changed and deleted by administrators', async () => {
  const ravi = await signInNew(test.server);
  const page = {
    title: 'Fair',
    intro: null,
    thanks: null,
    redirect_url: null,
    fields: [{ name: 'phone', required: true }],
    allowed_sites: [],
  };
  const source = await makePage(test.admin, { page, assign_to: [ravi.id] });
  expect(source).toMatchObject({
    name: 'Website',
    type: 'page',
    is_active: true,
    lead_source: null,
    workspace_id: null,
    assign_to: [ravi.id],
    repeat: 'note',
    mapping: { items: null, id: null, fields: {}, fixed: {} },
    page,
    pull: null,
    token: expect.stringMatching(/^[\w-]{43}$/),
    last_arrival_at: null,
    last_error: null,
  });
  const path = `/lead-sources/${source.id}`;
  expect((await test.admin.get(path)).body.data).toEqual(source);
  expect((await test.admin.get<LeadSource[]>('/lead-sources')).body.data).toContainEqual(source);
  const whole = await test.admin.put<LeadSource>(path, { ...source, name: 'Website of 2026' });
  expect(whole.body.data).toMatchObject({ name: 'Website of 2026', page });
  expect((await test.admin.put(path, { ...source, name: 'Late' })).status).toBe(409);
  for (const call of [
    ravi.client.get('/lead-sources'),
    ravi.client.post('/lead-sources', {}),
    ravi.client.get(path),
    ravi.client.put(path, {}),
    ravi.client.delete(path),
    ravi.client.post(`${path}/token`),
    ravi.client.post(`${path}/try`, { sample: {} }),
    ravi.client.get(`${path}/arrivals`),
    ravi.client.post(`${path}/arrivals/1/accept`),
    ravi.client.post(`${path}/pull`),
  ])
    expect((await call).status).toBe(403);
  expect((await test.admin.delete(path)).status).toBe(200);
  expect((await test.admin.get(path)).status).toBe(404);
});

it('refuses settings that make no sense', async () => {
  const page = { title: 'Fair', fields: [{ name: 'phone', required: true }] };
  const hook = { name: 'Hook', type: 'hook' };
  const form = { name: 'Page', type: 'page', page };
  const field = { name: 'email', required: true };
  const wrong: [object, string][] = [
    [{ type: 'hook' }, 'name'],
    [{ ...hook, name: 'x'.repeat(101) }, 'name'],
    [{ ...hook, type: 'mail' }, 'type'],
    [{ ...hook, lead_source: 'radio' }, 'lead_source'],
    [{ ...hook, workspace_id: 999 }, 'workspace_id'],
    [{ ...hook, assign_to: [999_999] }, 'assign_to'],
    [{ ...hook, assign_to: [1, 1] }, 'assign_to'],
    [{ ...hook, repeat: 'never' }, 'repeat'],
    [{ ...hook, other: 1 }, 'other'],
    [{ ...hook, page }, 'page'],
    [{ name: 'Page', type: 'page' }, 'page'],
    [{ name: 'Pull', type: 'pull' }, 'pull'],
    [{ ...hook, mapping: { fields: { status: 'x' } } }, 'mapping.fields.status'],
    [{ ...hook, mapping: { fields: { email: '' } } }, 'mapping.fields.email'],
    [{ ...hook, mapping: { fields: { email: [] } } }, 'mapping.fields.email'],
    [{ ...hook, mapping: { fixed: { lead_source: 'radio' } } }, 'mapping.fixed.lead_source'],
    [{ ...hook, mapping: { fields: { 'custom.nope': 'x' } } }, 'mapping.fields.custom.nope'],
    [{ ...hook, mapping: { fixed: { 'custom.nope': 'x' } } }, 'mapping.fixed.custom.nope'],
    [{ ...form, page: { ...page, fields: [{ name: 'custom.nope' }] } }, 'page.fields.0.name'],
    [{ ...hook, mapping: { items: 5 } }, 'mapping.items'],
    [{ ...form, page: { ...page, title: ' ' } }, 'page.title'],
    [{ ...form, page: { ...page, fields: [] } }, 'page.fields'],
    [{ ...form, page: { ...page, fields: [field, field] } }, 'page.fields'],
    [
      { ...form, page: { ...page, fields: [{ name: 'status', required: true }] } },
      'page.fields.0.name',
    ],
    [{ ...form, page: { ...page, redirect_url: 'http://a.example' } }, 'page.redirect_url'],
    [{ ...form, page: { ...page, redirect_url: 'javascript:alert(1)' } }, 'page.redirect_url'],
    [{ ...form, page: { ...page, allowed_sites: ["'self' *"] } }, 'page.allowed_sites.0'],
    [
      { ...form, page: { ...page, allowed_sites: ['https://a.example/path'] } },
      'page.allowed_sites.0',
    ],
  ];
  for (const [body, at] of wrong) {
    const refused = await test.admin.post('/lead-sources', body);
    expect([refused.status, refused.body.details[0]?.field], JSON.stringify(body)).toEqual([
      400,
      at,
    ]);
  }
  const source = await makeHook(test.admin);
  const other = await test.admin.put(`/lead-sources/${source.id}`, { type: 'page' });
  expect([other.status, other.body.code]).toEqual([409, 'lead_source.type_fixed']);
});

it('says what is wrong with settings, and takes fields of a page that say nothing of required', async () => {
  const errorOf = async (body: object) =>
    (await test.admin.post('/lead-sources', { name: 'Fair', ...body })).body.error;
  expect(await errorOf({ type: 'hook', mapping: { fields: { nope: 'x' } } })).toMatch(
    /^Unknown field "nope"\. Fields of a lead are company_name, /,
  );
  expect(await errorOf({ type: 'hook', mapping: { fixed: { 'custom.nope': 'x' } } })).toBe(
    'Leads have no custom field "custom.nope"',
  );
  expect(await errorOf({ type: 'page' })).toBe(
    'A source of type page needs its settings: title and fields',
  );
  const page = { title: 'Fair', fields: [{ name: 'phone' }] };
  expect(await errorOf({ type: 'hook', page })).toBe(
    'A source of type hook has no settings of a page',
  );
  const source = await makeRecord<LeadSource>(test.admin, '/lead-sources', {
    name: 'Fair',
    type: 'page',
    page,
  });
  expect(source.page?.fields).toEqual([{ name: 'phone', required: false }]);
});

it('keeps own fields that are off, and takes no others of them', async () => {
  const define = (label: string) =>
    makeRecord<{ id: number; key: string }>(test.admin, '/custom-fields', {
      kind: 'leads',
      label,
      type: 'text',
    });
  const [stored, other] = [await define('Boiler'), await define('Burner')];
  const mappingOf = (...keys: string[]) => ({
    fields: Object.fromEntries(keys.map((key) => [`custom.${key}`, key])),
  });
  const source = await makeHook(test.admin, { mapping: mappingOf(stored.key) });
  for (const { id } of [stored, other])
    await test.admin.put(`/custom-fields/${id}`, { is_active: false });
  const path = `/lead-sources/${source.id}`;
  expect((await test.admin.put(path, { mapping: mappingOf(stored.key) })).status).toBe(200);
  const refused = await test.admin.put(path, { mapping: mappingOf(stored.key, other.key) });
  expect([refused.status, refused.body.details[0]?.field]).toEqual([
    400,
    'mapping.fields.custom.burner',
  ]);
});

it('refuses fixed values that an own field refuses, and keeps those of before', async () => {
  const define = (values: object) =>
    makeRecord<{ id: number }>(test.admin, '/custom-fields', { kind: 'leads', ...values });
  const short = await define({ label: 'Stall', type: 'text', max_length: 10 });
  await define({ label: 'Visitors', type: 'number' });
  await define({ label: 'Day Two', type: 'flag' });
  await define({ label: 'Hall', type: 'choice', choices: [{ value: 'a', label: 'Hall A' }] });
  const mapping = (name: string, value: string) => ({ fixed: { [`custom.${name}`]: value } });
  const wrong: [string, string, string][] = [
    ['stall', 'North Entrance', 'Stall cannot exceed 10 characters'],
    ['visitors', 'many', 'Visitors must be a number'],
    ['day_two', 'perhaps', 'Day Two must be true or false'],
    ['hall', 'Hall B', 'Hall must be one of a'],
  ];
  const source = await makeHook(test.admin, { mapping: mapping('stall', 'Stall 12') });
  const path = `/lead-sources/${source.id}`;
  for (const [name, value, message] of wrong) {
    const field = `mapping.fixed.custom.${name}`;
    for (const { status, body } of [
      await test.admin.post('/lead-sources', { name, type: 'hook', mapping: mapping(name, value) }),
      await test.admin.put(path, { mapping: mapping(name, value) }),
    ])
      expect([status, body.details]).toEqual([400, [{ field, message }]]);
  }
  expect((await test.admin.put(path, { mapping: mapping('hall', 'hall a') })).status).toBe(200);
  await test.admin.put(path, { mapping: mapping('stall', 'Stall 12') });
  const { pool } = test.server.database;
  await pool.query('update custom_fields set max_length = 5 where id = $1', [short.id]);
  expect((await test.admin.put(path, { mapping: mapping('stall', 'Stall 12') })).status).toBe(200);
});

it('is there a hundred times at most', async () => {
  const { pool } = test.server.database;
  await pool.query(`insert into lead_sources (name, type, is_active, assign_to, repeat, mapping, token, form_key, created_at,
      updated_at) select 'x', 'hook', false, '{}', 'note', '{}', n::text, '', now(), now()
    from generate_series(1, 99 - (select count(*)::integer from lead_sources)) n`);
  const sent = await Promise.all(
    [1, 2, 3].map(() => test.admin.post('/lead-sources', { name: 'Hook', type: 'hook' })),
  );
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(sent.find(({ status }) => status === 409)?.body.code).toBe('lead_source.too_many');
});
