import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { Match } from '../search.fields';

const test = fileServer();

beforeAll(async () => {
  await create('/leads', {
    company_name: 'Deccan Tools',
    contact_person: 'Meera Kulkarni',
    email: 'meera@deccan.example',
    phone: '+91 98200 12345',
  });
  await create('/leads', { company_name: 'Tools of Pune', contact_person: 'Deccan Rao' });
  await create('/leads', { company_name: 'İSTANBUL Cafe\u0301 Großmann', contact_person: 'Bo Li' });
  await create('/leads', { company_name: 'Landline Ltd', phone: '098211-54321' });
  await create('/leads', { company_name: '100% Steel_Works', contact_person: "O'Brien \\ Sons" });
  await create('/customers', { company_name: 'Konkan Pumps', contact_person: 'Bo Li' });
  const gstin = '27AAPFU0939F1ZV';
  const values = { company_name: 'Narmada Mills', contact_person: 'Bo Li', gstin };
  const contacts = `/customers/${await create('/customers', values)}/contacts`;
  // At the same time: none is lost.
  const [first] = await Promise.all([
    create(contacts, {
      name: 'Farah Khan',
      email: 'farah@mills.example',
      phone: '+91 98333 11111',
    }),
    create(contacts, { name: 'Gautam Sen', phone: '+91 22 2444 8888' }),
    create(contacts, { name: 'Left Person', email: 'left@mills.example' }),
  ]);
  await test.admin.put(`${contacts}/${first}`, { position: 'Buyer' });
  const [left] = (await test.admin.get<{ id: number; name: string }[]>(contacts)).body.data.filter(
    ({ name }) => name === 'Left Person',
  );
  await test.admin.delete(`${contacts}/${left?.id}`);
  await create('/products', { product_name: 'Hex bolt', sku_code: 'SKU-77', unit_price: 5 });
  await create('/products', { product_name: 'Hex nut', sku_code: 'SKU-771', unit_price: 5 });
  await create('/products', { product_name: 'Box for SKU-77', sku_code: 'BOX-1', unit_price: 5 });
  await create('/services', { service_name: 'Pump inspection', service_type: 'AMC' });
});

async function create(path: string, body: object): Promise<number> {
  const response = await test.admin.post<{ id: number }>(
    path,
    path === '/leads' ? leadBody(body) : body,
  );
  expect(response.status, response.body.error).toBe(201);
  return response.body.data.id;
}

async function found(q: string, client = test.admin): Promise<Match[]> {
  const response = await client.get<Match[]>(`/search?q=${encodeURIComponent(q)}`);
  expect(response.status, response.body.error).toBe(200);
  return response.body.data;
}

const labels = (list: readonly Match[]) => list.map(({ label }) => label);

describe('a record is found', () => {
  it.each([
    ['by name, in any case', 'DECCAN TOOLS', 'Deccan Tools'],
    ['by a part of a word', 'ecca', 'Deccan Tools'],
    ['by words in any order', 'kulkarni deccan', 'Deccan Tools'],
    ['by email', 'meera@deccan.example', 'Deccan Tools'],
    ['by phone as it was typed', '+91 98200 12345', 'Deccan Tools'],
    ['by the digits of a phone', '9820012345', 'Deccan Tools'],
    ['by a phone written otherwise', '98200-12345', 'Deccan Tools'],
    ['by a phone with another country code', '00 91 (98211) 54321', 'Landline Ltd'],
    ['by a name without its accents', 'cafe grossmann', 'İSTANBUL Cafe\u0301 Großmann'],
    ['by a name written in other code points', 'Café', 'İSTANBUL Cafe\u0301 Großmann'],
    ['by a Turkish name', 'istanbul', 'İSTANBUL Cafe\u0301 Großmann'],
    ['by its number', 'cust-0000', 'Konkan Pumps'],
    ['by the name of a further contact', 'farah khan', 'Narmada Mills'],
    ['by the email of a further contact', 'FARAH@mills.example', 'Narmada Mills'],
    ['by the phone of a further contact', '9833311111', 'Narmada Mills'],
    ['by the phone of a further contact, written otherwise', '0222444-8888', 'Narmada Mills'],
    ['by GSTIN', '27aapfu0939', 'Narmada Mills'],
    ['by SKU', 'sku-771', 'Hex nut'],
    ['by two letters at the beginning of a word', 'pu', 'Konkan Pumps'],
    ['by the name of a service', 'inspection', 'Pump inspection'],
    ['by username', 'admin', 'Site Administrator'],
    ['by a percent sign, which matches only itself', '100%', '100% Steel_Works'],
    ['by an underscore, which matches only itself', 'steel_w', '100% Steel_Works'],
    ['by a quote', "o'brien", '100% Steel_Works'],
    ['by a backslash', 'brien \\ s', '100% Steel_Works'],
  ])('%s', async (_how, q, label) => {
    expect(labels(await found(q))).toContain(label);
  });

  it('not by a contact that was deleted', async () => {
    expect(labels(await found('left@mills.example'))).toEqual([]);
  });

  it('the exact number before the beginning of one before anywhere', async () => {
    expect(await found('sku-77')).toEqual([
      { type: 'product', id: expect.any(Number), label: 'Hex bolt', detail: 'SKU-77' },
      { type: 'product', id: expect.any(Number), label: 'Hex nut', detail: 'SKU-771' },
      { type: 'product', id: expect.any(Number), label: 'Box for SKU-77', detail: 'BOX-1' },
    ]);
    expect(labels(await found('deccan'))).toEqual(['Tools of Pune', 'Deccan Tools']);
    expect(labels(await found('tools'))).toEqual(['Tools of Pune', 'Deccan Tools']);
  });

  it('with what tells it from others', async () => {
    const [lead] = await found('deccan tools');
    expect(lead).toEqual({
      type: 'lead',
      id: expect.any(Number),
      label: 'Deccan Tools',
      detail: 'Meera Kulkarni · meera@deccan.example · +91 98200 12345',
    });
  });

  it('among orders, invoices and payments by their numbers', async () => {
    await test.server.database.pool.query(`
      with o as (insert into orders (order_number, customer_id, order_date, item_count, subtotal, tax_rate, tax_amount,
          total_amount, created_by_name, created_at, updated_at)
        select 'ORD-26-27-00042', min(id), '2026-11-21', 0, 0, 0, 0, 0, 'System', now(), now() from customers
        returning customer_id),
      i as (insert into invoices (invoice_number, customer_id, invoice_date, due_date, subtotal, tax_rate, tax_amount,
          total_amount, status, created_at, updated_at)
        select 'INV-26-27-00042', customer_id, '2026-11-21', '2026-12-21', 10, 0, 0, 10, 'sent', now(), now() from o
        returning id)
      insert into payments (invoice_id, payment_method, amount, payment_date, reference_number, status, created_at, updated_at)
        select id, 'bank_transfer', 10, '2026-11-21', 'UTR42X9', 'pending', now(), now() from i`);
    expect((await found('26-27-00042')).map(({ type, detail }) => [type, detail])).toEqual([
      ['order', 'Konkan Pumps'],
      ['invoice', 'Konkan Pumps'],
    ]);
    expect(await found('utr42')).toMatchObject([
      { type: 'payment', label: 'UTR42X9', detail: 'INV-26-27-00042 · Konkan Pumps' },
    ]);
  });
});

it('gives twenty of a kind at most', async () => {
  for (let each = 0; each < 25; each += 1)
    await create('/leads', { company_name: `Crowded ${each}`, contact_person: 'Bo Li' });
  expect(await found('crowded')).toHaveLength(20);
  expect(labels(await found('Crowded 7'))[0]).toBe('Crowded 7');
});

it('is for the signed-in alone, and users are found by administrators alone', async () => {
  expect((await test.server.client().get('/search?q=admin')).status).toBe(401);
  const { client, ...user } = await signInNew(test.server, {
    first_name: 'Findme',
    last_name: 'Nair',
  });
  expect(await found('findme', client)).toEqual([]);
  expect(await found(user.email, client)).toEqual([]);
  expect(labels(await found('findme'))).toEqual(['Findme Nair']);
  expect(labels(await found('deccan', client))).toContain('Deccan Tools');
});

it('stays within the chosen workspace', async () => {
  const workspace = await create('/workspaces', { name: 'Nashik plant' });
  expect((await test.admin.put('/auth/workspace', { workspace_id: workspace })).status).toBe(200);
  await create('/leads', { company_name: 'Deccan Nashik', contact_person: 'Bo Li' });
  expect(labels(await found('deccan'))).toEqual(['Deccan Nashik']);
  expect(labels(await found('hex bolt'))).toEqual(['Hex bolt']);
  await test.admin.put('/auth/workspace', { workspace_id: null });
  expect(labels(await found('deccan'))).toContain('Deccan Tools');
});

it.each([
  ['q=', 'Please type at least 2 characters'],
  ['q=a', 'Please type at least 2 characters'],
  ['q=%20a%20', 'Please type at least 2 characters'],
  ['q=%00%00', 'Please type at least 2 characters'],
  ['', 'Send one q with what to search for'],
  ['q=ab&q=cd', 'Send one q with what to search for'],
  [`q=${'x'.repeat(10_000)}`, 'Please search for at most 200 characters'],
])('refuses %.40s', async (query, message) => {
  const response = await test.admin.get(`/search?${query}`);
  expect(response.status).toBe(400);
  expect(response.body.error).toBe(message);
});

it.each([
  '%%',
  '__',
  '\\\\',
  "''",
  "'; drop table leads; --",
  'zq\u0000zq',
  '%_\\',
  '<script>',
  '💥💥',
  '((',
  '\u0130\u0130',
  '--',
])('takes %j for what it says', async (q) => {
  expect(await found(q)).toEqual([]);
});

it('ranks the best first also where very many are found', async () => {
  const { pool } = test.server.database;
  for (const kind of ['Exact', 'Begun', 'Other'])
    await create('/leads', { company_name: `${kind} first`, contact_person: 'Bo Li' });
  await pool.query(`update leads set company_name = 'Flood' where company_name = 'Exact first'`);
  await pool.query(
    `update leads set company_name = 'Flood gates' where company_name = 'Begun first'`,
  );
  await pool.query(`insert into leads (company_name, contact_person, created_at, updated_at)
    select 'The flood ' || n, 'Bo Li', now(), now() from generate_series(1, 600) n`);
  const many = labels(await found('flood'));
  expect(many.slice(0, 3)).toEqual(['Flood', 'Flood gates', 'The flood 600']);
  expect(many).toHaveLength(20);
});

it('finds what an import left in the list of pending entries, before and after it is settled', async () => {
  const { pool } = test.server.database;
  await pool.query(`insert into products (product_name, sku_code, unit_price, created_at, updated_at)
    select 'Pending washer ' || n, 'PEND-' || n, 1, now(), now() from generate_series(1, 300) n`);
  expect(labels(await found('pend-299'))).toEqual(['Pending washer 299']);
  await pool.query('select settle_search()');
  expect(labels(await found('pend-299'))).toEqual(['Pending washer 299']);
});

it('asks an index, where the server has trigrams', async () => {
  const { pool } = test.server.database;
  const has = await pool.query(`select from pg_extension where extname = 'pg_trgm'`);
  const indexes = await pool.query(
    `select indexname from pg_indexes where indexname in
       ('leads_search', 'customers_search', 'orders_search', 'invoices_search', 'payments_search', 'products_search',
       'services_search')`,
  );
  expect(indexes.rows).toHaveLength(has.rows.length * 7);
});
