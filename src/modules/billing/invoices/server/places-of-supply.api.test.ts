import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { completeGstin } from '~/modules/organization/company/gstin.rules';
import { states } from '~/modules/organization/company/states.rules';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import type { InvoiceWithLines } from '../invoices.fields';
import { type SupplyFixture, supplyFixture } from './supplies.builders';

const test = fileServer();
let supplies: SupplyFixture;

beforeAll(async () => {
  supplies = await supplyFixture(test.admin);
});

const addressOf = async (customer: number, values: object) =>
  (await supplies.make<{ id: number }>(`/customers/${customer}/addresses`, values)).id;
const textOf = async (path: string) => {
  const pages = await pagesOf((await test.admin.get(path)).content);
  return pages.join(' ').replaceAll(/\s+/g, ' ');
};

describe('goods that go to another address than their order', () => {
  let customer: number;
  let home: number;
  let site: number;
  let order: OrderWithLines;

  beforeAll(async () => {
    const registered = { gst_category: 'regular' as const, gstin: completeGstin('29AAGCB7383J1Z') };
    customer = (await makeCustomer(test.admin, registered)).id;
    home = await addressOf(customer, {
      label: 'Works',
      address: '1 Lake Road',
      city: 'Bengaluru',
      postal_code: '560058',
      state_code: '29',
    });
    site = await supplies.siteOf(customer, '27');
    order = await supplies.orderOf(customer);
  });

  it('have the place and the taxes of that address, on the challan and on their invoice', async () => {
    expect(order).toMatchObject({ place_of_supply: '29', shipping_address_id: home });
    const vehicle_number = 'MH12AB1234';
    const sent = { shipping_address_id: site, vehicle_number };
    const { id: delivery_id } = await supplies.deliveryOf(order, sent);
    const invoice = await supplies.make<InvoiceWithLines>('/invoices', { delivery_id });
    expect(invoice).toMatchObject({
      shipping_address_id: site,
      place_of_supply: '27',
      cgst_amount: 36,
      sgst_amount: 36,
      igst_amount: 0,
    });
    const challan = await textOf(`/deliveries/${delivery_id}/pdf`);
    expect(challan).toContain('Site Town');
    expect(challan).toContain('Maharashtra (27)');
    expect(challan).not.toContain('IGST');
    const file = await test.admin.get(`/deliveries/${delivery_id}/e-way-bill?distance_km=1`);
    expect(JSON.parse(file.content.toString())).toMatchObject({
      billLists: [{ actualToStateCode: 27, cgstValue: 36, sgstValue: 36, igstValue: 0 }],
    });
    expect((await supplies.issue(invoice.id)).status).toBe(200);
    expect(await textOf(`/invoices/${invoice.id}/pdf`)).toContain('Site Town');
  });

  it('and with an address that is sent for the invoice', async () => {
    const moved = { place_of_supply: '27', shipping_address_id: site, igst_amount: 0 };
    const { id: delivery_id } = await supplies.deliveryOf(await supplies.orderOf(customer));
    expect(
      await supplies.make('/invoices', { delivery_id, shipping_address_id: site }),
    ).toMatchObject(moved);
    const sent = { order_id: (await supplies.orderOf(customer)).id, shipping_address_id: site };
    expect(await supplies.draftOf(customer, sent)).toMatchObject(moved);
  });

  it('keep the place that was chosen for their order, where they go to its address', async () => {
    const chosen = await supplies.orderOf(customer, { place_of_supply: '33' });
    const { id: delivery_id } = await supplies.deliveryOf(chosen);
    expect(await supplies.make('/invoices', { delivery_id })).toMatchObject({
      place_of_supply: '33',
    });
  });
});

describe('a state in words', () => {
  const found = async (values: object) => {
    const { id } = await supplies.draftOf((await makeCustomer(test.admin, values)).id);
    const { ready, findings } = await supplies.checkOf(id);
    const { status, body } = await supplies.issue(id);
    return { ready, messages: findings.map(({ message }) => message), status, invoice: body.data };
  };

  it('decides the tax of an unregistered buyer', async () => {
    const tamil = { state: 'Tamil Nadu', country: 'India', postal_code: '600001' };
    expect(await found(tamil)).toMatchObject({
      ready: true,
      messages: [],
      invoice: { place_of_supply: '33', igst_amount: 72, cgst_amount: 0 },
    });
  });

  it.each(['Germany', 'United States'])('is an export for the country %s', async (country) => {
    expect(await found({ state: 'Punjab', country })).toMatchObject({
      invoice: { place_of_supply: '96', supply_type: 'export_with', igst_amount: 72 },
    });
  });

  it.each([
    [{ state: 'Bavaria' }, 'The customer\'s state "Bavaria" is not known.'],
    [{ country: 'Hindustan' }, 'The customer\'s country "Hindustan" is not known.'],
    [{ state: 'Tamil Nadu', state_code: '27' }, 'but its address is in Tamil Nadu (33)'],
    [{ country: 'Germany', state_code: '27' }, 'but its address is in Abroad (96)'],
  ])('that cannot be right stops the invoice: %j', async (values, message) => {
    const { ready, messages, status } = await found(values);
    expect([ready, messages.join(' '), status]).toEqual([
      false,
      expect.stringContaining(message),
      409,
    ]);
  });

  it('that is missing is named, and the company’s own is taken', async () => {
    const message =
      "The customer's state is not known. The place of supply is the company's own, Maharashtra (27).";
    expect(await found({})).toMatchObject({
      messages: [message],
      status: 200,
      invoice: { place_of_supply: '27' },
    });
  });

  it('is followed by the code until one is chosen', async () => {
    const { id } = await makeCustomer(test.admin, { state: 'Tamil Nadu' });
    const put = async (values: object) =>
      (await test.admin.put<Customer>(`/customers/${id}`, values)).body.data.state_code;
    expect(await put({ state: 'Karnataka' })).toBe('29');
    expect(await put({ state: null })).toBe('29');
    expect(await put({ country: 'Nepal' })).toBe('29');
    expect(await put({ state: 'Goa', state_code: '27' })).toBe('27');
    expect(await put({ state: 'Kerala' })).toBe('27');
  });
});

describe('a customer who moves after a document was made', () => {
  const moved = async ({ id }: Pick<Customer, 'id'>, state = 'Goa') =>
    expect((await test.admin.put(`/customers/${id}`, { state })).status).toBe(200);
  const resident = () => makeCustomer(test.admin, { state: 'Maharashtra' });
  const inGoa = { place_of_supply: '30', place_chosen: false, igst_amount: 72, cgst_amount: 0 };
  const still =
    'The place of supply is still Maharashtra (27). The buyer is in Goa (30). Save the draft again to take that state, or choose a place.';

  it.each([
    { notes: 'Urgent' },
    { place_of_supply: null },
    { place_of_supply: '27', place_chosen: false, notes: 'Read back' },
  ])('stops a draft until it is saved again: %j', async (change) => {
    const customer = await resident();
    const draft = await supplies.draftOf(customer.id);
    await moved(customer);
    const { status, body } = await supplies.issue(draft.id);
    const fix = `/invoices?view=${draft.id}`;
    expect([status, body.code, body.details]).toEqual([
      409,
      'invoice.not_ready',
      [{ field: 'place_of_supply', message: still, fix }],
    ]);
    const saved = await test.admin.put(`/invoices/${draft.id}`, change);
    expect(saved.body.data).toMatchObject(inGoa);
    expect((await supplies.issue(draft.id)).body.data).toMatchObject(inGoa);
  });

  it('only warns of a place that was chosen', async () => {
    const customer = await resident();
    const { id } = await supplies.draftOf(customer.id, { place_of_supply: '29' });
    await moved(customer);
    const { ready, findings } = await supplies.checkOf(id);
    expect([ready, findings]).toMatchObject([
      true,
      [
        {
          severity: 'warning',
          message: 'The place of supply was set to Karnataka (29). The buyer is in Goa (30).',
        },
      ],
    ]);
    await test.admin.put(`/invoices/${id}`, { notes: 'Urgent' });
    expect((await supplies.issue(id)).body.data).toMatchObject({
      place_of_supply: '29',
      place_chosen: true,
    });
  });

  it('stops the drafts that a merge or a moved address brings to another state', async () => {
    const customer = await resident();
    const site = await supplies.siteOf(customer.id, '27');
    const toSite = await supplies.draftOf(customer.id, { shipping_address_id: site });
    const address = `/customers/${customer.id}/addresses/${site}`;
    expect((await test.admin.put(address, { state_code: '29' })).status).toBe(200);
    expect(await supplies.errorsOf(toSite.id)).toEqual([
      expect.stringContaining('delivered in Karnataka (29)'),
    ]);
    const other = await resident();
    const { id } = await supplies.draftOf(other.id);
    const inGoaNow = await makeCustomer(test.admin, { state: 'Goa' });
    const merge = { other_id: other.id };
    expect((await test.admin.post(`/customers/${inGoaNow.id}/merge`, merge)).status).toBe(200);
    expect(await supplies.errorsOf(id)).toEqual([still]);
  });

  it('is invoiced in the new state from an order and a quotation', async () => {
    const customer = await resident();
    const orders = [
      await supplies.orderOf(customer.id),
      await supplies.quotedOrder({ customer_id: customer.id }),
    ];
    await moved(customer);
    for (const order of orders) {
      const { id, items } = await supplies.confirm(order.id);
      const lines = [{ ...supplies.line, order_line_id: items[0]?.id, quantity: 2 }];
      expect(await supplies.draftOf(customer.id, { order_id: id, items: lines })).toMatchObject({
        place_of_supply: '30',
        igst_amount: 36,
      });
      const { id: delivery } = await supplies.deliveryOf(order, {
        items: [{ order_line_id: items[0]?.id, quantity: 2 }],
      });
      expect(await textOf(`/deliveries/${delivery}/pdf`)).toContain('Goa (30)');
    }
  });

  it('gives its state to an order that is saved by its form, but to none that is invoiced', async () => {
    const customer = await resident();
    const form = { notes: 'Urgent', place_of_supply: null };
    const saved = async (id: number) =>
      (await test.admin.put<OrderWithLines>(`/orders/${id}`, form)).body;
    const [order, invoiced] = [
      await supplies.orderOf(customer.id),
      await supplies.orderOf(customer.id),
    ];
    const lines = [{ ...supplies.line, order_line_id: invoiced.items[0]?.id }];
    await supplies.draftOf(customer.id, { order_id: invoiced.id, items: lines });
    expect((await saved(order.id)).data).toMatchObject({ place_of_supply: '27' });
    await moved(customer);
    expect((await saved(order.id)).data).toMatchObject({ place_of_supply: '30', igst_amount: 180 });
    expect((await saved(invoiced.id)).data).toMatchObject({
      place_of_supply: '27',
      igst_amount: 0,
    });
  });
});

describe('the state that is quoted to a lead', () => {
  it('becomes the state of its customer with the order', async () => {
    const lead = await makeLead(test.admin);
    const order = await supplies.quotedOrder({ lead_id: lead.id, place_of_supply: '29' });
    expect(order).toMatchObject({ place_of_supply: '29', place_chosen: false });
    expect(await supplies.draftOf(order.customer_id)).toMatchObject({ place_of_supply: '29' });
  });

  it('becomes it with a conversion by hand, and the lead’s own words come first', async () => {
    for (const [values, state] of [
      [{}, '29'],
      [{ state: 'Kerala' }, '32'],
    ] as const) {
      const lead = await makeLead(test.admin, values);
      await supplies.make('/quotations', {
        lead_id: lead.id,
        place_of_supply: '29',
        items: [supplies.line],
      });
      const converted = await test.admin.post<{ customer: Customer }>(`/leads/${lead.id}/convert`);
      expect(converted.body.data.customer.state_code).toBe(state);
    }
  });

  it('is not the company’s own instead of an unknown one', async () => {
    const lead = await makeLead(test.admin);
    const { customer_id } = await supplies.quotedOrder({ lead_id: lead.id });
    const customer = await test.admin.get<Customer>(`/customers/${customer_id}`);
    expect(customer.body.data.state_code).toBeNull();
  });

  it('follows from the lead’s words, and the form says so', async () => {
    const lead = await makeLead(test.admin, { state: 'Kerala' });
    const quotation = { lead_id: lead.id, items: [supplies.line] };
    expect(await supplies.make('/quotations', quotation)).toMatchObject({ place_of_supply: '32' });
    const lines = [{ product_id: supplies.line.product_id, quantity: 1, unit_price: 1 }];
    const preview = await test.admin.post('/tax/preview', { lead_id: lead.id, lines });
    expect(preview.body.data).toMatchObject({
      place_of_supply: '32',
      reason: 'The buyer is in Kerala (32)',
    });
  });
});

it('gives the customers of earlier versions the code of the state that is written', async () => {
  const names = states.filter(({ value }) => !['96', '99'].includes(value));
  const customer = await makeCustomer(test.admin);
  const draft = await supplies.draftOf(customer.id);
  const { pool } = test.server.database;
  const step = await readFile('migrations/0150-states-in-words.sql', 'utf8');
  const after = async (state: string | null, country: string | null) => {
    await pool.query(
      'update customers set state = $2, country = $3, state_code = null where id = $1',
      [customer.id, state, country],
    );
    await pool.query(step);
    return (await test.admin.get<Customer>(`/customers/${customer.id}`)).body.data.state_code;
  };
  for (const { value, label } of names.slice(0, 12)) {
    expect(await after(`${value} - ${label.toUpperCase()}`, 'India')).toBe(value);
  }
  expect(await after('Bavaria', null)).toBeNull();
  expect(await after('Maharashtra', 'Nowhere')).toBeNull();
  expect(await after(null, 'Germany')).toBe('96');
  expect(await after('TN', null)).toBe('33');
  // Its draft took the company's own state.
  expect(await supplies.issue(draft.id)).toMatchObject({ status: 409 });
});

it('takes the places of earlier versions for chosen where they do not follow today', async () => {
  const file = await readFile('migrations/0190-chosen-places.sql', 'utf8');
  const step = file.slice(file.indexOf('do $$'));
  const { pool } = test.server.database;
  const registered = { gst_category: 'regular' as const, gstin: completeGstin('29AAGCB7384J1Z') };
  const customer = (await makeCustomer(test.admin, registered)).id;
  const site = await supplies.siteOf(customer, '27');
  const unknown = (await makeCustomer(test.admin)).id;
  const lead = await makeLead(test.admin, { state: 'Kerala' });
  const quote = (own: object) =>
    supplies.make<{ id: number }>('/quotations', { items: [supplies.line], ...own });
  const documents = {
    invoices: [
      await supplies.draftOf(customer),
      await supplies.draftOf(customer, { shipping_address_id: site }),
      await supplies.draftOf(unknown),
      await supplies.draftOf(customer, { place_of_supply: '33' }),
    ],
    orders: [
      await supplies.orderOf(customer),
      await supplies.orderOf(customer, { place_of_supply: '33' }),
    ],
    quotations: [
      await quote({ customer_id: customer }),
      await quote({ lead_id: lead.id }),
      await quote({ lead_id: (await makeLead(test.admin)).id, place_of_supply: '33' }),
    ],
  };
  const chosenOf = async (table: string, records: readonly { id: number }[]) => {
    const ids = records.map(({ id }) => id);
    await pool.query(`update ${table} set place_chosen = false where id = any ($1)`, [ids]);
    await pool.query(step);
    const found = await pool.query<{ place_chosen: boolean }>(
      `select place_chosen from ${table} where id = any ($1) order by id`,
      [ids],
    );
    return found.rows.map(({ place_chosen }) => place_chosen);
  };
  expect(await chosenOf('invoices', documents.invoices)).toEqual([false, false, false, true]);
  expect(await chosenOf('orders', documents.orders)).toEqual([false, true]);
  expect(await chosenOf('quotations', documents.quotations)).toEqual([false, false, true]);
});
