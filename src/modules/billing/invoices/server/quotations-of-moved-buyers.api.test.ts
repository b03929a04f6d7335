import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import type { QuotationWithLines } from '~/modules/sales/quotations/quotations.fields';
import { type SupplyFixture, supplyFixture } from './supplies.builders';

const test = fileServer();
let supplies: SupplyFixture;

beforeAll(async () => {
  supplies = await supplyFixture(test.admin);
});

const textOf = async (path: string) => {
  const pages = await pagesOf((await test.admin.get(path)).content);
  return pages.join(' ').replaceAll(/\s+/g, ' ');
};
const inGoa = { place_of_supply: '30', place_chosen: false, igst_amount: 72, cgst_amount: 0 };
const still =
  'The place of supply is still Maharashtra (27). The buyer is in Goa (30). Save the draft again to take that state, or choose a place.';

it.each([
  { notes: 'Urgent' },
  { place_of_supply: null },
  { place_of_supply: '27', place_chosen: false, notes: 'Read back' },
  { place_of_supply: '27' },
])('keeps a quotation from being sent until it is saved again: %j', async (change) => {
  const customer = await makeCustomer(test.admin, { state: 'Maharashtra' });
  const body = { customer_id: customer.id, items: [supplies.line] };
  const { id } = await supplies.make<QuotationWithLines>('/quotations', body);
  await test.admin.put(`/customers/${customer.id}`, { state: 'Goa' });
  const path = `/quotations/${id}`;
  const refusal = [
    409,
    'quotation.not_ready',
    [{ field: 'place_of_supply', message: still, fix: `/quotations?view=${id}` }],
  ];
  for (const response of [
    await test.admin.put(`${path}/status`, { status: 'sent' }),
    await test.admin.post(`${path}/send`),
  ])
    expect([response.status, response.body.code, response.body.details]).toEqual(refusal);
  const isChosen = change.place_of_supply === '27' && change.place_chosen === undefined;
  const supply = isChosen ? { place_of_supply: '27', place_chosen: true, igst_amount: 0 } : inGoa;
  const saved = await test.admin.put<QuotationWithLines>(path, change);
  expect(saved.body.data).toMatchObject(supply);
  const sent = await test.admin.put(`${path}/status`, { status: 'sent' });
  expect(sent.body.data).toMatchObject(supply);
  expect(await textOf(`${path}/pdf`)).toContain(isChosen ? 'Maharashtra (27)' : 'Goa (30)');
});

it('keeps a quotation of a lead that moved, and a revision, from being sent as well', async () => {
  const lead = await makeLead(test.admin, { state: 'Maharashtra' });
  const body = { lead_id: lead.id, items: [supplies.line] };
  const { id } = await supplies.make<QuotationWithLines>('/quotations', body);
  const send = async (quotation: number) =>
    (await test.admin.put(`/quotations/${quotation}/status`, { status: 'sent' })).status;
  expect(await send(id)).toBe(200);
  await test.admin.put(`/leads/${lead.id}`, { state: 'Goa' });
  const revised = await test.admin.post<QuotationWithLines>(`/quotations/${id}/revise`);
  const { id: revision } = revised.body.data;
  expect(await send(revision)).toBe(409);
  await test.admin.put(`/quotations/${revision}`, { place_of_supply: null });
  expect(await send(revision)).toBe(200);
});
