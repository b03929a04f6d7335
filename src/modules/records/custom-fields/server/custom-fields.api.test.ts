import { beforeAll, expect, it, vi } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import { uploadOf } from '~/modules/records/imports/server/imports.builders';
import { emptyTables } from '~/kit/server/testing/test-database';
import type { CustomField, CustomKind } from '../custom-fields.fields';

const test = fileServer();

interface Row {
  id: number;
  custom: Record<string, unknown>;
}

const lead = { company_name: 'Shree Castings', contact_person: 'Asha Rao', email: 'a@b.example' };

async function make(body: object, kind: CustomKind = 'leads'): Promise<CustomField> {
  const response = await test.admin.post<CustomField>('/custom-fields', { kind, ...body });
  expect([response.body.error, response.status]).toEqual([undefined, 201]);
  return response.body.data;
}

async function refusal(body: object) {
  const { status, body: reply } = await test.admin.post('/custom-fields', {
    kind: 'leads',
    type: 'text',
    ...body,
  });
  return [status, reply.code, reply.details?.[0]?.field];
}

async function makeLead(custom: object): Promise<Row> {
  const response = await test.admin.post<Row>('/leads', { ...lead, custom });
  expect([response.body.error, response.status]).toEqual([undefined, 201]);
  return response.body.data;
}

async function change(path: string, body: object) {
  const { status, body: reply } = await test.admin.put<Row & CustomField>(path, body);
  return {
    status,
    code: reply.code,
    error: reply.error,
    field: reply.details?.[0]?.field,
    data: reply.data,
  };
}

beforeAll(() => emptyTables(test.server.database, 'custom_fields'));

it('values are read by the rules of the standard fields', async () => {
  await make({ label: 'Machine Model', type: 'text', max_length: 60 });
  await make({ label: 'Weight', type: 'number', decimals: 3, min: 0 });
  await make({ label: 'Budget', type: 'money' });
  await make({ label: 'Due', type: 'date' });
  await make({ label: 'Urgent', type: 'flag' });
  await make({ label: 'Purchase Mail', type: 'email' });
  await make({ label: 'Shop', type: 'url' });
  const grades = [{ label: 'EN8' }, { value: 'ss', label: 'Stainless', color: 'blue' }];
  await make({ label: 'Grade', type: 'choice', choices: grades });
  const custom = {
    machine_model: ' VMC 850 ',
    weight: 12.5,
    budget: 1999.99,
    due: '2026-12-01',
    urgent: false,
    purchase_mail: 'p@q.example',
    shop: 'q.example',
    grade: 'ss',
  };
  const created = await makeLead(custom);
  expect(created.custom).toEqual({
    ...custom,
    machine_model: 'VMC 850',
    shop: 'https://q.example',
  });
  for (const [key, value, message] of [
    ['machine_model', 'x'.repeat(61), 'Machine Model cannot exceed 60 characters'],
    ['weight', 1.2345, 'Weight cannot have more than three decimals'],
    ['weight', -1, 'Weight must be at least 0'],
    ['weight', '1', 'Weight must be a number'],
    ['budget', 0.001, 'Budget cannot have more than two decimals'],
    ['due', '2026-02-30', 'Due must be a date (YYYY-MM-DD)'],
    ['urgent', 'yes', 'Urgent must be true or false'],
    ['grade', 'EN24', 'Grade must be one of EN8, ss'],
  ] as const) {
    const { status, error, field } = await change(`/leads/${created.id}`, {
      custom: { [key]: value },
    });
    expect([status, error, field]).toEqual([400, message, `custom.${key}`]);
  }
  for (const values of [null, [], 'x'])
    expect((await change(`/leads/${created.id}`, { custom: values })).status).toBe(400);
  const unknown = await change(`/leads/${created.id}`, { custom: { ['__proto__x']: 1 } });
  expect([unknown.status, unknown.code]).toEqual([400, 'custom.unknown_field']);
  const same = await test.admin.get<Row & { updated_at: string }>(`/leads/${created.id}`);
  const back = await change(`/leads/${created.id}`, { ...same.body.data });
  expect([back.status, back.data.custom]).toEqual([200, same.body.data.custom]);
});

it('lists are sorted, filtered and searched by them', async () => {
  const found = async (query: string) => {
    const { body } = await test.admin.get<{ ids: number[]; total: number }>(`/leads?${query}`);
    expect(body.error).toBeUndefined();
    return body.data.ids;
  };
  const [light, heavy] = [
    (await makeLead({ weight: 1, grade: 'EN8', due: '2026-11-30' })).id,
    (await makeLead({ weight: 500, grade: 'ss', machine_model: 'Schloß 9' })).id,
  ];
  const filtered = (values: object) =>
    found(`filters=${encodeURIComponent(JSON.stringify(values))}`);
  expect(await found('sort=custom.weight&count=20')).toEqual([light, expect.any(Number), heavy]);
  expect((await found('sort=-custom.weight'))[0]).toBe(heavy);
  expect(await filtered({ 'custom.grade': 'EN8' })).toEqual([light]);
  expect(await filtered({ 'custom.grade': 'EN8,ss' })).toHaveLength(3);
  expect(await filtered({ 'custom.weight': '100..' })).toEqual([heavy]);
  expect(await filtered({ 'custom.due': '..2026-11-30' })).toEqual([light]);
  expect(await filtered({ 'custom.urgent': 'true' })).toEqual([]);
  expect(await filtered({ 'custom.machine_model': 'schloss' })).toEqual([heavy]);
  expect(await found('search=schloss')).toEqual([heavy]);
  const wrong = await test.admin.get('/leads?sort=custom.none');
  expect([wrong.status, wrong.body.details?.[0]?.field]).toEqual([400, 'sort']);
});

it('a required one holds for new records and for clearing, and a default is taken', async () => {
  const own = await make({ label: 'Region', type: 'text', required: true });
  const missing = await test.admin.post('/leads', lead);
  expect([missing.status, missing.body.error, missing.body.details?.[0]?.field]).toEqual([
    400,
    'Region is required',
    'custom.region',
  ]);
  const created = await makeLead({ region: 'West' });
  const cleared = await change(`/leads/${created.id}`, { custom: { region: null } });
  expect([cleared.status, cleared.error]).toEqual([400, 'Region is required']);
  expect((await change(`/leads/${created.id}`, { phone: '+91 98200 12345' })).status).toBe(200);
  await change(`/custom-fields/${own.id}`, { default: 'North' });
  expect((await makeLead({})).custom).toMatchObject({ region: 'North' });
  await change(`/custom-fields/${own.id}`, { required: false, default: null });
});

it('a key is created of the label and never changes', async () => {
  const keys = [];
  for (const label of ['Ölgröße (mm)', 'Ölgröße mm', 'मॉडल', '機種', 'constructor', 'Id'])
    keys.push((await make({ label, type: 'text' }, 'products')).key);
  expect(keys).toEqual(['olgro_e_mm', 'olgro_e_mm_2', 'field_1', 'field_2', 'constructor', 'id']);
  expect(await refusal({ label: 'machine model' })).toEqual([409, 'custom.label_taken', 'label']);
  for (const label of ['Company name', 'Estimated Value', 'Annual Revenue', 'e-mail'])
    expect(await refusal({ label })).toEqual([409, 'custom.label_taken', 'label']);
  expect(await refusal({ label: 'Other', key: 'weight' })).toEqual([
    409,
    'custom.key_taken',
    'key',
  ]);
  expect(await refusal({ label: 'Other', key: '__proto__' })).toEqual([
    400,
    'input.invalid',
    'key',
  ]);
  expect(await refusal({ label: '   ' })).toEqual([400, 'input.invalid', 'label']);
  expect(await refusal({ label: 'Other', type: 'choice' })).toEqual([
    400,
    'input.invalid',
    'choices',
  ]);
  expect(await refusal({ label: 'Other', is_printed: true })).toEqual([
    400,
    'input.invalid',
    'is_printed',
  ]);
  expect(await refusal({ label: 'Other', decimals: 2 })).toEqual([
    400,
    'input.invalid',
    'decimals',
  ]);
  const own = await make({ label: 'Fixed', type: 'text' });
  expect(await change(`/custom-fields/${own.id}`, { key: 'other' })).toMatchObject({
    status: 409,
    code: 'custom.fixed',
  });
  expect(await change(`/custom-fields/${own.id}`, { kind: 'orders' })).toMatchObject({
    status: 409,
    code: 'custom.fixed',
  });
  expect(await change(`/custom-fields/${own.id}`, { ...own, label: 'Fixed 2' })).toMatchObject({
    status: 200,
  });
});

it('nothing gets narrower, and any type becomes text as it was shown', async () => {
  const own = await make({ label: 'Load', type: 'number', decimals: 2 });
  const created = await makeLead({ load: 1234.5 });
  const path = `/custom-fields/${own.id}`;
  for (const patch of [{ decimals: 1 }, { type: 'money' }, { type: 'choice' }])
    expect(await change(path, patch)).toMatchObject({ status: 409, code: 'custom.type_fixed' });
  expect((await change(path, { decimals: 3 })).status).toBe(200);
  expect(await change(path, { type: 'text' })).toMatchObject({
    status: 200,
    data: { decimals: null },
  });
  const read = await test.admin.get<Row>(`/leads/${created.id}`);
  expect(read.body.data.custom).toMatchObject({ load: '1,234.5' });
});

it('many values become text in the background, and no one who writes waits for them', async () => {
  const fields = await Promise.all(
    ['Length', 'Passed On', 'Finish'].map((label, at) =>
      make({
        label,
        ...(at === 2
          ? { type: 'choice', choices: [{ label: 'Rough' }, { value: 'f', label: 'Fine' }] }
          : { type: at === 0 ? 'number' : 'date' }),
      }),
    ),
  );
  const { pool } = test.server.database;
  await pool.query(`insert into leads (company_name, contact_person, email, custom, created_at, updated_at)
    select 'Long ' || n, 'Asha Rao', 'a' || n || '@long.example', jsonb_build_object('length', 1000 + n, 'passed_on',
      date '2026-01-01' + n % 30, 'finish', case when n % 2 = 0 then 'Rough' else 'f' end), now(), now()
    from generate_series(1, 2500) n`);
  for (const { id, key } of fields) {
    const path = `/custom-fields/${id}`;
    expect(await change(path, { type: 'text' })).toMatchObject({
      status: 200,
      data: { type: 'text', is_active: false },
    });
    const other = await change(path, { is_active: true });
    if (other.status !== 200) expect(other.code).toBe('custom.in_use');
    expect((await test.admin.post('/leads', lead)).status).toBe(201);
    await vi.waitFor(async () => {
      const { body } = await test.admin.get<CustomField[]>('/custom-fields?kind=leads');
      const own = body.data.find((each) => each.id === id);
      expect(own).toMatchObject({ key, type: 'text', is_active: true });
    }, 20_000);
  }
  const stored = await pool.query<{ custom: object }>(
    `select custom from leads where company_name in ('Long 1', 'Long 1500', 'Long 2500') order by id`,
  );
  expect(stored.rows.map(({ custom }) => custom)).toEqual([
    { length: '1,001', passed_on: '2 Jan 2026', finish: 'Fine' },
    { length: '2,500', passed_on: '1 Jan 2026', finish: 'Rough' },
    { length: '3,500', passed_on: '11 Jan 2026', finish: 'Rough' },
  ]);
  await pool.query(`delete from leads where company_name like 'Long %'`);
});

it('a choice that records have is switched off, not removed', async () => {
  const [own] = (await test.admin.get<CustomField[]>('/custom-fields?kind=leads')).body.data.filter(
    ({ key }) => key === 'grade',
  );
  const { id, choices } = own as CustomField;
  const en8 = choices.filter(({ value }) => value === 'EN8');
  const removed = await change(`/custom-fields/${id}`, { choices: en8 });
  expect(removed).toMatchObject({ status: 409, code: 'custom.in_use' });
  expect(removed.error).toContain('2 records have the choice "Stainless"');
  const off = choices.map((each) => ({ ...each, is_active: each.value === 'EN8' }));
  expect((await change(`/custom-fields/${id}`, { choices: off })).status).toBe(200);
  const list = await test.admin.get<Row[]>('/leads');
  const holder = list.body.data.find(({ custom }) => custom['grade'] === 'ss') as Row;
  expect((await change(`/leads/${holder.id}`, { custom: { ...holder.custom } })).status).toBe(200);
  const fresh = await test.admin.post('/leads', { ...lead, custom: { grade: 'ss' } });
  expect(fresh.status).toBe(400);
});

it('one that is off hides its values, and deleting it removes them', async () => {
  const own = await make({ label: 'Lathe', type: 'text' });
  const created = await makeLead({ lathe: 'L-7' });
  const path = `/custom-fields/${own.id}`;
  const early = await test.admin.delete(path);
  expect([early.status, early.body.code]).toEqual([409, 'custom.in_use']);
  await change(path, { is_active: false });
  const read = async () =>
    (await test.admin.get<Row & { updated_at: string }>(`/leads/${created.id}`)).body.data;
  expect((await read()).custom).not.toHaveProperty('lathe');
  await change(`/leads/${created.id}`, { custom: { weight: 3 } });
  expect((await change(`/leads/${created.id}`, { custom: { lathe: 'x' } })).code).toBe(
    'custom.unknown_field',
  );
  await change(path, { is_active: true });
  expect((await read()).custom).toMatchObject({ lathe: 'L-7', weight: 3 });
  expect((await test.admin.get(`${path}/usage`)).body.data).toEqual({ values: 1 });
  await change(path, { is_active: false });
  const { updated_at } = await read();
  expect((await test.admin.delete(path)).status).toBe(200);
  expect((await read()).updated_at).toBe(updated_at);
  expect((await make({ label: 'Lathe', type: 'number' })).key).toBe('lathe');
  expect((await read()).custom).not.toHaveProperty('lathe');
});

it('a kind has forty that are on, also for two who add the last at once', async () => {
  for (let created = 0; created < 39; created += 1)
    await make({ label: `Field ${created}`, type: 'text' }, 'services');
  const both = await Promise.all(
    ['Last', 'Another'].map((label) =>
      test.admin.post('/custom-fields', { kind: 'services', label, type: 'text' }),
    ),
  );
  expect(statusesOf(both)).toEqual([201, 409]);
  const off = { label: 'Off', type: 'text', is_active: false };
  const one = await make(off, 'services');
  const on = await change(`/custom-fields/${one.id}`, { is_active: true });
  expect([on.status, on.code]).toEqual([409, 'custom.too_many']);
  const twice = await change(`/custom-fields/${one.id}`, { label: 'field 1' });
  expect([twice.status, twice.code]).toEqual([409, 'custom.label_taken']);
  expect((await test.admin.delete(`/custom-fields/${one.id}`)).status).toBe(200);
  const list = await test.admin.get<CustomField[]>('/custom-fields?kind=services');
  expect(list.body.data.map(({ position }) => position)).toEqual(
    Array.from({ length: 40 }, (_, at) => at + 1),
  );
});

it('they move up and down', async () => {
  const list = async () =>
    (await test.admin.get<CustomField[]>('/custom-fields?kind=services')).body.data;
  const [first, second] = await list();
  await change(`/custom-fields/${second?.id}`, { position: 1 });
  expect((await list()).slice(0, 2).map(({ id }) => id)).toEqual([second?.id, first?.id]);
});

it('two people who change two of them both win', async () => {
  const created = await makeLead({ weight: 1 });
  const both = await Promise.all([
    change(`/leads/${created.id}`, { custom: { weight: 2 } }),
    change(`/leads/${created.id}`, { custom: { machine_model: 'CNC' } }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const read = await test.admin.get<Row>(`/leads/${created.id}`);
  expect(read.body.data.custom).toEqual({ weight: 2, machine_model: 'CNC' });
});

it('a customer takes over what its lead had', async () => {
  await make({ label: 'Machine Model', type: 'text' }, 'customers');
  await make({ label: 'Weight', type: 'text' }, 'customers');
  await make({ label: 'Terms', type: 'text', required: true, default: 'net' }, 'customers');
  await make({ label: 'Plant', type: 'text', required: true }, 'customers');
  const created = await makeLead({ machine_model: 'VMC', weight: 4 });
  const { body } = await test.admin.post<{ customer: Row }>(`/leads/${created.id}/convert`, {});
  expect(body.error).toBeUndefined();
  expect(body.data.customer.custom).toEqual({ machine_model: 'VMC', terms: 'net' });
});

it('only administrators change them', async () => {
  const { signInNew } = await import('~/modules/organization/users/server/users.builders');
  const { client } = await signInNew(test.server, { username: 'seller' });
  expect((await client.get('/custom-fields')).status).toBe(200);
  expect(
    (await client.post('/custom-fields', { kind: 'leads', label: 'X', type: 'text' })).status,
  ).toBe(403);
});

it('files bring them in and take them out, by key, label or the heading of the export', async () => {
  await make({ label: 'Mill', type: 'choice', choices: [{ value: 'a', label: 'Alpha' }] });
  const send = (text: string, query = '') =>
    test.admin.upload<{ created: number; updated: number; errors: unknown[]; batch_id: number }>(
      `/leads/import${query}`,
      uploadOf(text, { name: 'leads.csv' }),
    );
  const first = await send(
    'company_name,contact_person,email,Machine Model,custom.weight,mill\nKaveri Looms,Ravi Iyer,k@l.example,VMC,12.5,Alpha\n',
  );
  expect(first.body.data).toMatchObject({ created: 1, errors: [] });
  const find = async () =>
    (await test.admin.get<(Row & { email: string })[]>('/leads')).body.data.find(
      ({ email }) => email === 'k@l.example',
    );
  const created = await find();
  expect(created?.custom).toEqual({ machine_model: 'VMC', weight: 12.5, mill: 'a' });
  const exported = await fetch(`${test.server.url}/api/leads/export?ids=${created?.id}`, {
    headers: {
      cookie: [...test.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });
  const text = await exported.text();
  const [header = '', line = ''] = text.split('\r\n').join('\n').split('\n');
  expect(header).toContain('custom.machine_model,custom.weight');
  const again = await send(text);
  expect(again.body.data).toMatchObject({ created: 0, updated: 1, unchanged: 1, errors: [] });
  const changed = await send(`${header}\n${line.replace('VMC', 'CNC').replace('12.5', '')}\n`);
  expect(changed.body.data).toMatchObject({ created: 0, errors: [] });
  expect((await find())?.custom).toEqual({ machine_model: 'CNC', mill: 'a' });
  await test.admin.post(`/batches/${changed.body.data.batch_id}/undo`);
  expect((await find())?.custom).toEqual({ machine_model: 'VMC', weight: 12.5, mill: 'a' });
  const wrong = await send(`${header}\n${line.replace('12.5', 'heavy')}\n`);
  expect(wrong.body.data.errors).toEqual([
    expect.objectContaining({
      field: 'custom.weight',
      value: 'heavy',
      message: 'Weight must be a number',
    }),
  ]);
});
