import { beforeAll, describe, expect, it } from 'vitest';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { bulkKinds, callPath } from '~/modules/organization/kinds/kinds.rules';
import {
  type CustomField,
  customKinds,
} from '~/modules/records/custom-fields/custom-fields.fields';
import { makeService } from '~/modules/catalogue/services/server/services.builders';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { makeQuotation } from '~/modules/sales/quotations/server/quotations.builders';
import type { ImportResponse } from '~/modules/records/imports/imports.fields';
import { uploadOf } from '~/modules/records/imports/server/imports.builders';
import { makeOneOfEach } from './testing/one-of-each.builders';
import { fileServer } from './testing/test-file-server';

const test = fileServer();

interface Row {
  id: number;
  custom: Record<string, unknown>;
}

let ids: Readonly<Record<string, number>>;

beforeAll(async () => {
  for (const kind of customKinds)
    for (const label of ['Grade', 'Heat'])
      await makeRecord<CustomField>(test.admin, '/custom-fields', { kind, label, type: 'text' });
  ids = { ...(await makeOneOfEach(test.admin)) };
  const found = await test.server.database.pool.query<{ id: number }>(
    'select min(id) as id from payments',
  );
  const service = await makeService(test.admin);
  ids = { ...ids, payments: found.rows[0]?.id ?? 0, services: service.id };
});

describe.each(customKinds)('own fields of %s', (kind) => {
  const path = callPath(kind);
  const read = async () => (await test.admin.get<Row>(`${path}/${ids[kind]}`)).body.data.custom;

  it('are changed alone, key by key, and read in the list', async () => {
    const change = (custom: object) => test.admin.put<Row>(`${path}/${ids[kind]}`, { custom });
    const first = await change({ grade: 'EN8' });
    expect([first.body.error, first.status]).toEqual([undefined, 200]);
    expect(first.body.data.custom).toEqual({ grade: 'EN8' });
    const second = await change({ heat: 'H-12' });
    expect(second.body.data.custom).toEqual({ grade: 'EN8', heat: 'H-12' });
    const third = await change({ grade: null });
    expect(third.body.data.custom).toEqual({ heat: 'H-12' });
    const list = await test.admin.get<Row[]>(path);
    expect(list.body.data.find(({ id }) => id === ids[kind])?.custom).toEqual({ heat: 'H-12' });
    const wrong = await change({ grade: 7 });
    expect([wrong.status, wrong.body.details]).toEqual([
      400,
      [{ field: 'custom.grade', message: 'Grade must be text' }],
    ]);
    const history = await test.admin.get<
      { changes: { field: string; before: unknown; after: unknown }[] }[]
    >(`/history${path.replaceAll('-', '_')}/${ids[kind]}`);
    if (history.status === 200)
      expect(history.body.data[1]?.changes).toContainEqual({
        field: 'custom.heat',
        label: 'Heat',
        before: null,
        after: 'H-12',
      });
  });

  it('are found by the search of windows while their field is on', async () => {
    const { admin } = test;
    await admin.put(`${path}/${ids[kind]}`, { custom: { grade: 'Molybdän', heat: 'Vanadium' } });
    const found = async (typed: string) => {
      const query = `search=${encodeURIComponent(typed)}&count=9`;
      const response = await admin.get<{ ids: number[] }>(`${path}?${query}`);
      expect(response.body.error).toBeUndefined();
      return response.body.data.ids;
    };
    for (const typed of ['molybdan', 'vanad', 'mo', 'vanadium molyb'])
      expect(await found(typed), typed).toContain(ids[kind]);
    const { data } = (await admin.get<CustomField[]>(`/custom-fields?kind=${kind}`)).body;
    const off = `/custom-fields/${data.find(({ key }) => key === 'grade')?.id}`;
    await admin.put(off, { is_active: false });
    for (const typed of ['molybdan', 'mo', 'vanadium molyb'])
      expect(await found(typed), typed).not.toContain(ids[kind]);
    expect(await found('vanad')).toContain(ids[kind]);
    await admin.put(off, { is_active: true });
    expect(await found('molybdan')).toContain(ids[kind]);
  });

  it('are found by the label of a choice, and no longer by a former one', async () => {
    const { admin } = test;
    const choices = [{ value: 'c1', label: 'Zinc plated' }];
    const body = { kind, label: 'Finish', type: 'choice', choices };
    const { id } = await makeRecord<CustomField>(admin, '/custom-fields', body);
    await admin.put(`${path}/${ids[kind]}`, { custom: { finish: 'c1' } });
    const found = async (search: string) => {
      const { data } = (await admin.get<{ ids: number[] }>(`${path}?search=${search}&count=9`))
        .body;
      return data.ids.includes(ids[kind] ?? 0);
    };
    const each = async () => [await found('zinc'), await found('galvan'), await found('c1')];
    expect(await each()).toEqual([true, false, false]);
    await admin.put(`/custom-fields/${id}`, { choices: [{ value: 'c1', label: 'Galvanized' }] });
    expect(await each()).toEqual([false, true, false]);
    await admin.put(`/custom-fields/${id}`, { is_active: false });
  });

  it.runIf((bulkKinds as readonly string[]).includes(kind))(
    'are changed many at once, and back',
    async () => {
      await test.admin.put(`${path}/${ids[kind]}`, { custom: { grade: 'EN8', heat: 'H-1' } });
      const bulk = await test.admin.post<{
        batch_id: number;
        results: { ok: boolean; error?: string }[];
      }>(`/bulk/${kind}`, {
        ids: [ids[kind]],
        action: 'update',
        values: { custom: { grade: 'EN9' } },
      });
      expect([bulk.body.error, bulk.body.data?.results]).toEqual([
        undefined,
        [{ id: ids[kind], ok: true }],
      ]);
      expect(await read()).toEqual({ grade: 'EN9', heat: 'H-1' });
      const [batch] = (await test.admin.get<{ title: string }[]>('/batches')).body.data;
      expect(batch?.title).toMatch(/ changed: Grade$/);
      const undone = await test.admin.post<{ undone: number }>(
        `/batches/${bulk.body.data.batch_id}/undo`,
      );
      expect([undone.body.error, undone.body.data?.undone]).toEqual([undefined, 1]);
      expect(await read()).toEqual({ grade: 'EN8', heat: 'H-1' });
    },
  );
});

it.each(['leads', 'quotations'] as const)(
  'an undo of %s brings back no choice that was removed since',
  async (kind) => {
    const choices = ['Rough', 'Ground'].map((label) => ({ value: label.toLowerCase(), label }));
    const values = { kind, label: 'Surface', type: 'choice', choices };
    const field = await makeRecord<CustomField>(test.admin, '/custom-fields', values);
    const path = `/${kind}/${ids[kind]}`;
    const surface = async () => (await test.admin.get<Row>(path)).body.data.custom['surface'];
    await test.admin.put(path, { custom: { surface: 'rough' } });
    const bulk = await test.admin.post<{ batch_id: number }>(`/bulk/${kind}`, {
      ids: [ids[kind]],
      action: 'update',
      values: { custom: { surface: 'ground' } },
    });
    const left = { choices: field.choices.filter(({ value }) => value === 'ground') };
    expect((await test.admin.put(`/custom-fields/${field.id}`, left)).status).toBe(200);
    const undone = await test.admin.post(`/batches/${bulk.body.data.batch_id}/undo`);
    const reason = 'Restored without Surface: the former field or choice no longer exists';
    expect(undone.body.data).toMatchObject({ undone: 0, left: [{ id: ids[kind], reason }] });
    expect(await surface()).toBe('ground');
    await test.admin.put(`/custom-fields/${field.id}`, { is_active: false });
  },
);

it('copies printed fields from quotation to order and invoice, and fixes them at issue', async () => {
  for (const kind of ['quotations', 'orders', 'invoices'])
    for (const [label, is_printed] of [
      ['Inspection', true],
      ['Colour', false],
    ] as const) {
      const type = label === 'Colour' ? 'text' : 'choice';
      const choices = label === 'Colour' ? [] : [{ value: 'tpi', label: 'Third Party' }];
      await makeRecord(test.admin, '/custom-fields', { kind, label, type, choices, is_printed });
    }
  const custom = { inspection: 'tpi', colour: 'Grey', grade: null, heat: null };
  const quotation = await makeQuotation(test.admin, { customer_id: ids['customers'], custom });
  const file = await test.admin.get(`/quotations/${quotation.id}/pdf`);
  const text = (await pagesOf(file.content)).join(' ');
  expect(text).toContain('Inspection: Third Party');
  expect(text).not.toContain('Grey');
  for (const status of ['sent', 'accepted'])
    await test.admin.put(`/quotations/${quotation.id}/status`, { status });
  const { body } = await test.admin.post<{ order: Row }>(`/quotations/${quotation.id}/order`);
  expect(body.error).toBeUndefined();
  expect(body.data.order.custom).toEqual({ inspection: 'tpi', colour: 'Grey' });
  const sent = await test.admin.put(`/quotations/${quotation.id}`, {
    custom: { inspection: null },
  });
  expect([sent.status, sent.body.code]).toEqual([409, 'custom.printed']);
  const other = await test.admin.put<Row>(`/quotations/${quotation.id}`, {
    custom: { colour: 'Red' },
  });
  expect(other.body.data.custom).toEqual({ inspection: 'tpi', colour: 'Red' });

  const draft = await makeQuotation(test.admin, { customer_id: ids['customers'], custom });
  const bulk = await test.admin.post<{ results: { ok: boolean }[] }>('/bulk/quotations', {
    ids: [quotation.id, draft.id],
    action: 'update',
    values: { custom: { inspection: null } },
  });
  expect(bulk.body.data.results.map(({ ok }) => ok)).toEqual([false, true]);

  const fields = (await test.admin.get<CustomField[]>('/custom-fields?kind=quotations')).body.data;
  const change = async (key: string, values: object) => {
    const field = fields.find((each) => each.key === key);
    const { status, body: changed } = await test.admin.put(`/custom-fields/${field?.id}`, values);
    expect([status, changed.error]).toEqual([200, undefined]);
  };
  await change('inspection', { label: 'Tested By', is_printed: false });
  await change('colour', { is_printed: true });
  const again = await test.admin.get(`/quotations/${quotation.id}/pdf`);
  const printed = (await pagesOf(again.content)).join(' ');
  expect(printed).toContain('Inspection: Third Party');
  expect(printed).not.toContain('Red');
  const alone = await test.admin.get<Row>(`/quotations/${quotation.id}`);
  expect(alone.body.data).toMatchObject({ printed_keys: ['inspection'] });
  const whole = { ...alone.body.data, notes: 'Sent back whole' };
  expect((await test.admin.put(`/quotations/${quotation.id}`, whole)).status).toBe(200);
  const listed = (await test.admin.get<Row[]>('/quotations')).body.data;
  expect(listed.find(({ id }) => id === quotation.id)).not.toHaveProperty('printed_keys');
  const unsent = await test.admin.get<Row>(`/quotations/${draft.id}`);
  expect(unsent.body.data).not.toHaveProperty('printed_keys');
  const now = (values: object) =>
    test.admin.put<Row>(`/quotations/${quotation.id}`, { custom: values });
  expect((await now({ inspection: null })).body.code).toBe('custom.printed');
  expect((await now({ colour: 'Green' })).status).toBe(200);
});

it('a quotation takes over the values of its lead or customer, unless it has its own', async () => {
  const define = (kind: string, label: string, more: object = {}) =>
    makeRecord<CustomField>(test.admin, '/custom-fields', { kind, label, type: 'text', ...more });
  for (const kind of ['leads', 'customers', 'quotations']) {
    await define(kind, 'Turbine', kind === 'quotations' ? { required: true } : {});
    await define(kind, 'Press', { max_length: kind === 'quotations' ? 3 : 60 });
  }
  await define('leads', 'Due', { type: 'date' });
  await define('quotations', 'Due');
  const custom = { turbine: 'VMC 850', press: '160 T', due: '2026-12-15' };
  const party = { company_name: 'Deccan Pumps', contact_person: 'Meera Rao' };
  const lead = await makeRecord<Row>(test.admin, '/leads', { ...party, custom });
  const customer = await makeRecord<Row>(test.admin, '/customers', {
    ...party,
    custom: { turbine: 'HMC 500' },
  });
  const quote = async (body: Record<string, unknown>) =>
    (await makeQuotation(test.admin, body)) as unknown as Row;
  // A text that is too long and a date are not values of the quotation's fields.
  const ofLead = await quote({ lead_id: lead.id, custom: { heat: 'H-1' } });
  expect(ofLead.custom).toEqual({ heat: 'H-1', turbine: 'VMC 850' });
  const ofCustomer = await quote({ customer_id: customer.id });
  expect(ofCustomer.custom).toEqual({ turbine: 'HMC 500' });
  const other = await quote({ lead_id: lead.id, custom: { turbine: 'TC 200' } });
  expect(other.custom).toEqual({ turbine: 'TC 200' });
  const { items } = ofLead as Row & { items: unknown[] };
  const without = { lead_id: lead.id, items, custom: { turbine: null } };
  const refused = await test.admin.post('/quotations', without);
  expect([refused.status, refused.body.error]).toEqual([400, 'Turbine is required']);
});

it.each([
  ['products', 'sku_code'],
  ['customers', 'customer_code'],
  ['leads', null],
] as const)(
  'an unchanged export of %s goes back in, though a field is required since',
  async (kind, code) => {
    const values = { kind, label: 'Heat Number', type: 'text', required: true };
    const field = await makeRecord<CustomField>(test.admin, '/custom-fields', values);
    const send = async (text: string) => {
      const file = uploadOf(text, { name: `${kind}.csv` });
      const path = `/${kind}/import?dry_run=true`;
      const { failed, errors } = (await test.admin.upload<ImportResponse>(path, file)).body.data;
      return { failed, errors };
    };
    const exported = (await test.admin.get(`/${kind}/export`)).content.toString();
    expect(exported).toContain('custom.heat_number');
    expect(await send(exported)).toEqual({ failed: 0, errors: [] });
    const [header = '', first = ''] = exported.split(/\r?\n/);
    const codeOf = first.split(',')[code ? header.split(',').indexOf(code) : -1];
    if (codeOf)
      expect(await send(`${header}\n${first.replace(codeOf, 'NEW-1')}\n`)).toMatchObject({
        failed: 1,
        errors: [{ field: 'custom.heat_number', message: 'Heat Number is required' }],
      });
    await test.admin.put(`/custom-fields/${field.id}`, { is_active: false });
  },
);

it('a default is stored as a value, and an empty one is none', async () => {
  const kind = 'services';
  const make = (values: object) =>
    makeRecord<CustomField>(test.admin, '/custom-fields', { kind, ...values });
  const change = (field: CustomField, values: object) =>
    test.admin.put<CustomField>(`/custom-fields/${field.id}`, values);
  const choices = [{ value: 'n', label: 'North' }, { label: 'South' }];
  const zone = await make({ label: 'Zone', type: 'choice', choices, default: 'north' });
  expect(zone.default).toBe('n');
  expect((await change(zone, { default: 'SOUTH' })).body.data.default).toBe('South');
  const wrong = await change(zone, { default: 'East' });
  expect([wrong.status, wrong.body.details?.[0]?.field]).toEqual([400, 'default']);
  expect((await change(zone, { default: '' })).body.data.default).toBeNull();
  expect((await make({ label: 'Day', type: 'date', default: '' })).default).toBeNull();
  const flag = { kind, label: 'Seen', type: 'flag', default: 'yes' };
  expect((await test.admin.post('/custom-fields', flag)).status).toBe(400);
  const service = await makeService(test.admin);
  expect(service).toMatchObject({ custom: {} });
  // As an earlier version stored it.
  const { pool } = test.server.database;
  await pool.query(`update custom_fields set "default" = '""' where id = $1`, [zone.id]);
  expect((await makeService(test.admin)).custom).toEqual({});
  const { data } = (await test.admin.get<CustomField[]>('/custom-fields?kind=services')).body;
  expect(data.find(({ id }) => id === zone.id)?.default).toBeNull();
});

it('a long text becomes one line, and a default stays as it was shown where it fits', async () => {
  const make = (values: object) =>
    makeRecord<CustomField>(test.admin, '/custom-fields', { kind: 'services', ...values });
  const change = (field: CustomField, values: object) =>
    test.admin.put<CustomField>(`/custom-fields/${field.id}`, values);
  const values = { label: 'Remark', type: 'long_text', default: 'as\ndrawn', max_length: 900 };
  const long = await make(values);
  const path = `/services/${ids['services']}`;
  await test.admin.put(path, { custom: { remark: 'one\r\ntwo\nthree' } });
  const before = (await test.admin.get<Row>(path)).body.data;
  const shorter = (await change(long, { ...long, type: 'text' })).body;
  expect(shorter).toMatchObject({ data: { default: 'as drawn', max_length: null } });
  const after = (await test.admin.get<Row>(path)).body.data;
  expect(after).toEqual({ ...before, custom: { ...before.custom, remark: 'one two three' } });
  const north = [{ value: 'n', label: 'North' }];
  const rows: [object, object, unknown][] = [
    [{ type: 'number', decimals: 1, default: 1234.5 }, { type: 'text' }, '1,234.5'],
    [{ type: 'choice', choices: north, default: 'n' }, { type: 'text' }, 'North'],
    [{ type: 'text', default: 'x' }, { type: 'long_text' }, 'x'],
    [{ type: 'text', default: 'x' }, { type: 'long_text', default: 'y' }, 'y'],
    [{ type: 'text', default: 'x' }, { type: 'long_text', default: null }, null],
    [{ type: 'long_text', default: 'x'.repeat(300) }, { type: 'text' }, null],
  ];
  for (const [at, [own, patch, expected]] of rows.entries()) {
    const changed = await change(await make({ label: `Preset ${at}`, ...own }), patch);
    expect([changed.body.error, changed.body.data.default]).toEqual([undefined, expected]);
  }
});
