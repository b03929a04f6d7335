import { expect, it } from 'vitest';
import { readGstin } from '~/modules/organization/company/gstin.rules';
import { pinDoubt } from '~/modules/organization/company/pins.rules';
import type { MyDay } from '~/modules/insight/my-day/my-day.fields';
import { gstCategories } from '~/modules/catalogue/tax/supply.rules';
import { checks } from './modules';
import { fileServer } from './testing/test-file-server';

const test = fileServer();

/** Adding the sample data takes 10 seconds, and many times that where other programs work next to it. */
const fillingMs = 300_000;

interface Given {
  id: number;
  order_id: number | null;
  status: string;
}

interface GstCustomer {
  company_name: string;
  gst_category: string;
  gstin: string | null;
  state_code: string;
  postal_code: string | null;
}

const settings = async () => (await test.admin.get('/settings')).body.data;
const rowsOf = async <T>(statement: string) =>
  (
    await test.server.database.pool.query<{ row: T }>(
      `select row_to_json(r) as row from (${statement}) r`,
    )
  ).rows.map(({ row }) => row);

it('by GST it is only added to a company that can be one, whose own identity stays', async () => {
  await test.admin.put('/billing/profile', { company_name: 'Our Own Works' });
  const refused = await test.admin.post('/demo?tax_mode=gst');
  expect([refused.status, refused.body.code]).toEqual([409, 'demo.not_ready']);
  expect(refused.body.error).toContain('needs a valid GSTIN of your company');
  expect(await settings()).toMatchObject({ tax_mode: 'single' });
  await test.admin.put('/billing/profile', { company_name: null });
  await test.admin.put('/settings', { turnover_band: 'up_to_5_crore' });
});

it(
  'is a company by GST with customers of all kinds, and something for every screen',
  async () => {
    const created = await test.admin.post<{ message: string }>('/demo?tax_mode=gst');
    expect(created.status, created.body.error).toBe(200);
    expect(await settings()).toMatchObject({
      tax_mode: 'gst',
      turnover_band: 'up_to_5_crore',
      reminder_text_firm: expect.stringContaining('{amount}'),
    });
    const { data: all } = (await test.admin.get<GstCustomer[]>('/customers')).body;
    expect(new Set(all.map((each) => each.gst_category))).toEqual(
      new Set(gstCategories.map(({ value }) => value)),
    );
    const registered = await rowsOf<GstCustomer & { customer_id: number }>(
      'select gstin, state_code, postal_code, customer_id from customer_addresses where gstin is not null',
    );
    for (const { gstin, state_code, postal_code } of [...all, ...registered]) {
      expect(pinDoubt(postal_code ?? '', state_code)).toBeNull();
      if (gstin) expect(readGstin(gstin)).toMatchObject({ ok: true, state: state_code });
    }
    const twice = await rowsOf(
      'select customer_id from customer_addresses group by 1 having count(distinct gstin) > 1',
    );
    expect(twice.length).toBeGreaterThan(0);
    const documents = await rowsOf<Record<string, number>>(
      `select count(*) filter (where status = 'draft') as drafts, count(distinct supply_type) as supplies,
      count(*) filter (where igst_amount > 0) as between, count(*) filter (where cgst_amount > 0) as within,
      count(*) filter (where round_off <> 0) as rounded from invoices`,
    );
    expect(documents).toEqual([
      {
        drafts: 4,
        supplies: 5,
        between: expect.any(Number),
        within: expect.any(Number),
        rounded: expect.any(Number),
      },
    ]);
    const lines = await rowsOf<Record<string, number>>(
      `select count(*) filter (where tax_treatment = 'exempt') as exempt, count(*) filter (where discount_amount > 0) as discounts,
      count(*) filter (where quantity <> trunc(quantity) and product_id is not null) as parts from invoice_lines`,
    );
    for (const count of [...Object.values(documents[0] ?? {}), ...Object.values(lines[0] ?? {})])
      expect(count).toBeGreaterThan(2);
  },
  fillingMs,
);

it('has advances, IRNs, e-way bills, reverse charge and a logo, none of which a portal signed', async () => {
  const counts = await rowsOf<Record<string, number>>(
    `select (select count(*) from advances where status = 'settled' and refunded_amount = 0) as settled,
      (select count(*) from advances where status = 'open') as open,
      (select count(*) from advance_refunds) as refunded,
      (select count(*) from payments where advance_id is not null) as taken,
      (select count(*) from invoices where status = 'cancelled' and paid_amount > 0) as paid_and_cancelled,
      (select count(*) from invoices where reverse_charge and tax_amount = 0) as reverse,
      (select count(*) from company_logo) as logos,
      (select count(*) > 20 from e_invoices) as irns, (select count(*) > 4 from e_way_bills) as bills`,
  );
  expect(counts).toEqual([
    {
      settled: 6,
      open: 5,
      refunded: 2,
      taken: 6,
      paid_and_cancelled: 0,
      reverse: 2,
      logos: 1,
      irns: true,
      bills: true,
    },
  ]);
  const [filed] = await rowsOf<{ invoice_id: number; signed_qr: string; ack_no: string }>(
    'select invoice_id, signed_qr, ack_no from e_invoices order by invoice_id desc limit 1',
  );
  const [head, body] = (filed?.signed_qr ?? '').split('.').map((part) => atob(part));
  expect([head, body]).toEqual([
    expect.stringContaining('"none"'),
    expect.stringContaining('SAMPLE (invented)'),
  ]);
  expect(filed?.ack_no).toMatch(/^SAMPLE-\d{4}$/);
  const steps = await test.admin.get<{ done: { identity: boolean } }>('/first-steps');
  expect(steps.body.data.done.identity).toBe(false);
});

it('has a day for the administrator, mentions, views and duplicates', async () => {
  const { body: day } = await test.admin.get<MyDay>('/my-day');
  for (const [part, count] of Object.entries(day.data.counts))
    expect(count, part).toBeGreaterThan(1);
  const views = await test.admin.get<{ is_shared: boolean }[]>('/views');
  expect(new Set(views.body.data.map((view) => view.is_shared))).toEqual(new Set([true, false]));
  for (const type of ['leads', 'customers']) {
    const { body } = await test.admin.get<{ records: unknown[] }[]>(`/duplicates?type=${type}`);
    expect(body.data.length, type).toBeGreaterThan(1);
  }
  const mentions = await rowsOf(`select from record_notes where mentions <> '{}'`);
  expect(mentions.length).toBeGreaterThan(3);
});

const remaining = [
  'advances',
  'advance_refunds',
  'receipt_voucher_numbers',
  'refund_voucher_numbers',
  'e_invoices',
  'e_way_bills',
  'company_logo',
  'views',
  'saved_reports',
  'report_recipients',
  'record_notes',
  'attached_files',
  'next_steps',
  'sample_records',
];

it(
  'shows it in the return and the check, and puts the settings back when it goes',
  async () => {
    type Gstr1 = { tables: Record<string, { rows: unknown[] }> };
    const months = await rowsOf<{ name: string }>(
      `select distinct to_char(invoice_date, 'YYYY-MM') as name from invoices order by 1 desc limit 4`,
    );
    const filled = new Set<string>();
    for (const { name } of months) {
      const { body } = await test.admin.get<Gstr1>(`/tax/gstr1?month=${name}`);
      for (const [table, { rows }] of Object.entries(body.data.tables))
        if (rows.length > 0) filled.add(table);
    }
    for (const table of ['b2b', 'b2cs', 'exp', 'nil', 'hsn', 'doc_issue'])
      expect(filled).toContain(table);
    const [received] = await rowsOf<{ name: string }>(
      `select to_char(advance_date, 'YYYY-MM') as name from advances where status = 'open' and order_id is null`,
    );
    const advanced = await test.admin.get<Gstr1>(`/tax/gstr1?month=${received?.name}`);
    expect(advanced.body.data.tables['at']?.rows.length).toBeGreaterThan(0);
    const drafts = await rowsOf<{ id: number }>(`select id from invoices where status = 'draft'`);
    const checks = await Promise.all(
      drafts.map(({ id }) => test.admin.get<{ ready: boolean }>(`/invoices/${id}/check`)),
    );
    expect(checks.filter(({ body }) => !body.data.ready)).toHaveLength(1);
    expect((await test.admin.delete('/demo')).status).toBe(200);
    expect(await settings()).toMatchObject({
      tax_mode: 'single',
      turnover_band: 'up_to_5_crore',
      price_decimals: 2,
      lut_number: null,
    });
    const counts = remaining.map((table) => `select '${table}' as name from ${table}`);
    expect(await rowsOf(counts.join(' union all '))).toEqual([]);
  },
  fillingMs,
);

it(
  'keeps an advance with a refund, its order or customer, and their own logo',
  async () => {
    const filled = await test.admin.post('/demo?tax_mode=gst');
    expect(filled.status, filled.body.error).toBe(200);
    const open = (await test.admin.get<Given[]>('/advances')).body.data.filter(
      ({ status }) => status === 'open',
    );
    const given = open.find(({ order_id }) => order_id !== null);
    const body = { amount: 1, payment_method: 'cash' };
    const refund = await test.admin.post(`/advances/${given?.id}/refunds`, body);
    expect(refund.status, refund.body.error).toBe(201);
    await test.server.database.pool.query("update company_logo set content = content || '\\x00'");
    const response = await test.admin.delete<{ left: { type: string; id: number }[] }>('/demo');
    const kinds = new Set(response.body.data.left.map(({ type }) => type));
    for (const kind of ['advances', 'orders', 'customers']) expect(kinds).toContain(kind);
    expect((await test.admin.get('/advances')).body.data).toHaveLength(
      response.body.data.left.filter(({ type }) => type === 'advances').length,
    );
    expect(await rowsOf('select from company_logo')).toHaveLength(1);
    const faults = await Promise.all(
      checks.map(async (check) => (await check.faults.execute(test.server.database.db)).rows),
    );
    expect(faults.flat()).toEqual([]);
  },
  fillingMs,
);
