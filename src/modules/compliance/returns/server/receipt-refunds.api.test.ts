import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { dayOf } from '~/kit/shared/time/days';
import { openAdvanceFixture } from '~/modules/billing/advances/server/advances.builders';
import { makeReceipt } from '~/modules/billing/receipts/server/receipts.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { MonthReturn } from '../filed-returns.fields';

const test = fileServer();

it('a refund of a receipt without an advance is in no table, no change of a filed month, and no file for Tally', async () => {
  const { id: customer_id } = await makeCustomer(test.admin, { company_name: 'Nilgiri Pumps' });
  // From before the company changed to GST: no advance holds what is left of them.
  const [early, late] = [
    await makeReceipt(test.admin, { customer_id }),
    await makeReceipt(test.admin, { customer_id }),
  ];
  const fixture = await openAdvanceFixture(test.admin);
  const advance = await fixture.make({
    customer_id: fixture.customer.id,
    amount: 50,
    supply: 'goods',
  });
  await fixture.refund(advance.id, { amount: 10 });
  const month = dayOf(test.server.clock.now(), 'Asia/Kolkata').slice(0, 7);
  const refund = ({ id }: { id: number }) =>
    test.admin.post(`/receipts/${id}/refund`, { payment_method: 'bank_transfer' });
  const read = async () => {
    const { status, body } = await test.admin.get<MonthReturn>(`/tax/gstr1?month=${month}`);
    expect(status).toBe(200);
    return body.data;
  };
  const before = await read();
  expect((await refund(early)).status).toBe(201);
  expect((await read()).tables).toEqual(before.tables);
  expect((await test.admin.put(`/tax/gstr1/${month}/filed`, {})).status).toBe(200);
  expect((await refund(late)).status).toBe(201);
  expect(await read()).toMatchObject({ tables: before.tables, changed_since_filing: [] });
  const tally = await test.admin.get(`/tax/tally?month=${month}`);
  const xml = Buffer.from(tally.content).toString();
  expect(xml.match(/<VOUCHER VCHTYPE="(Receipt|Payment)"/g)).toHaveLength(2);
  expect(xml).not.toContain('Nilgiri Pumps');
});
