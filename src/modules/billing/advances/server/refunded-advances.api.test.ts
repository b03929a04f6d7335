import { expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { fileServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import type { CustomerFigures } from '~/modules/insight/customer-figures/customer-figures.fields';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { openAdvanceFixture } from './advances.builders';

const test = fileServer();

const refusal = ({ status, body }: { status: number; body: { code: string } }) => [
  status,
  body.code,
];

it('is owed by the customer when its advance is cancelled, as where its cheque bounces', async () => {
  const fixture = await openAdvanceFixture(test.admin);
  const stands = async (id: number) => {
    const { status, adjusted_amount, refunded_amount, balance } = await fixture.read(id);
    return [status, adjusted_amount, refunded_amount, balance];
  };
  const read = async <T>(part: string) =>
    (await test.admin.get<T>(`/customers/${fixture.customer.id}/${part}`)).body.data;
  const owed = async () => {
    const { account, credit_used } = await read<CustomerFigures>('figures');
    const { closing } = await read<{ closing: number }>('statement');
    return [account?.customer_credit ?? 0, credit_used ?? 0, closing];
  };
  const order = await fixture.order();
  const invoice = await fixture.invoice(await fixture.order());
  const before = await owed();
  const advance = await fixture.make({ order_id: order.id, amount: 1416 });
  await fixture.apply(advance.id, { invoice_id: invoice.id, amount: 416 });
  expect((await fixture.refund(advance.id, { amount: 600 })).status).toBe(201);

  const used = await fixture.cancel(advance.id);
  expect([...refusal(used), used.body.details]).toEqual([
    409,
    'advance.used',
    [
      {
        message: `Paid from it: ${invoice.invoice_number}`,
        record: { type: 'invoice', id: invoice.id, label: invoice.invoice_number },
      },
    ],
  ]);
  const { adjustments } = await fixture.read(advance.id);
  const path = `/payments/${adjustments[0]?.payment_id}`;
  expect((await test.admin.put(path, { status: 'failed' })).status).toBe(200);
  expect((await fixture.cancel(advance.id)).status).toBe(200);
  expect(await stands(advance.id)).toEqual(['cancelled', 0, 600, 0]);
  expect(await owed()).toEqual([
    sumOf([before[0] ?? 0, -600]),
    sumOf([before[1] ?? 0, 600]),
    sumOf([before[2] ?? 0, 600]),
  ]);
  // Nothing brings the voucher back.
  expect(refusal(await test.admin.put(path, { status: 'completed' }))).toEqual([
    409,
    'advance.cancelled',
  ]);
  const whole = await fixture.make({ customer_id: fixture.customer.id, amount: 50 });
  await fixture.refund(whole.id);
  expect((await fixture.cancel(whole.id)).body.data).toMatchObject({ status: 'cancelled' });
  const results = await runChecks(test.server.database.openClient, checks);
  expect(results.flatMap(({ first }) => first)).toEqual([]);
});
