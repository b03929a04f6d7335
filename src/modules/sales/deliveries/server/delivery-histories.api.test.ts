import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { makeRecord } from '~/kit/server/testing/test-calls';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { ledgerBreaks } from '~/modules/catalogue/products/stock/server/stock.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { itemOf } from '~/modules/sales/orders/server/orders.builders';
import { heldBy } from '~/modules/sales/orders/stock.rules';
import type { QuotationWithLines } from '~/modules/sales/quotations/quotations.fields';
import type { Delivery } from '../deliveries.fields';
import { deliveryFixture } from './deliveries.builders';

/** So many are checked; `HISTORIES=1000 npm test -- delivery-histories` takes more of them. */
const histories = Number(process.env['HISTORIES'] ?? 300);
const atOnce = 12;

const test = ownServer();
let customer_id: number;
beforeAll(async () => {
  customer_id = (await makeCustomer(test.admin)).id;
});

type Status = QuotationWithLines['status'];

/** The status of the newest revision of a quotation after each call, by its status before. */
const quoting = {
  send: { to: 'sent', from: ['draft', 'sent', 'accepted', 'declined'] },
  accept: { to: 'accepted', from: ['sent', 'accepted'] },
  decline: { to: 'declined', from: ['sent', 'declined'] },
  revise: { to: 'draft', from: ['sent', 'accepted', 'declined'] },
  order: { to: 'ordered', from: ['accepted'] },
  force: { to: 'ordered', from: ['sent', 'accepted'] },
} satisfies Record<string, { to: Status; from: Status[] }>;
type Quoting = keyof typeof quoting;
const quotingNames = Object.keys(quoting) as Quoting[];

const step = fc.record({
  what: fc.constantFrom(
    ...(['ship', 'ship', 'ship', 'cancel', 'arrive', 'close', 'move', 'move'] as const),
    ...(['bill', 'return', 'quote', 'quote', 'drop', 'remove', 'remove'] as const),
  ),
  to: fc.constantFrom('pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled'),
  call: fc.constantFrom(...quotingNames),
  pick: fc.nat(7),
  quantity: fc.integer({ min: 1, max: 6 }),
});
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;
const history = fc.record({
  before: fc.array(fc.constantFrom(...quotingNames), { maxLength: 3 }),
  isForced: fc.boolean(),
  steps: fc.array(step, { minLength: 4, maxLength: 9 }),
});
type History = typeof history extends fc.Arbitrary<infer Each> ? Each : never;

function expectResponse(call: readonly string[], status: number, expected: number): void {
  expect([...call, status]).toEqual([...call, expected]);
}

/** A quotation of ten pieces, of which twelve are in stock, and what becomes of it. */
class Deal {
  private readonly revisions: { id: number; status: Status; isDecided: boolean }[] = [];
  private order: OrderWithLines | null = null;
  private sent: Delivery[] = [];
  private bills: InvoiceWithLines[] = [];

  private constructor(readonly product: number) {}

  static async open(): Promise<Deal> {
    const deal = new Deal((await makeProduct(test.admin, { stock_quantity: 12 })).id);
    const sent = { customer_id, items: [itemOf(deal.product, 10)] };
    const { id } = await makeRecord<QuotationWithLines>(test.admin, '/quotations', sent);
    deal.revisions.push({ id, status: 'draft', isDecided: false });
    return deal;
  }

  private get newest() {
    const newest = this.revisions.at(-1);
    if (!newest) throw new Error('The quotation has lost its revisions');
    return newest;
  }

  /** Makes a confirmed order of it, however far it is; once the customer has accepted, unless it is forced. */
  async confirm(isForced: boolean): Promise<void> {
    const calls = isForced ? (['send', 'force'] as const) : (['send', 'accept', 'order'] as const);
    if (!this.order) for (const call of calls) await this.quote(call);
    expectResponse(['confirm'], (await this.move('confirmed')).status, 200);
  }

  async quote(call: Quoting): Promise<number> {
    const { to, from } = quoting[call];
    const { newest } = this;
    const path = `/quotations/${newest.id}`;
    const isAllowed = from.some((status) => status === newest.status);
    if (call === 'revise') {
      const { status, body } = await test.admin.post<QuotationWithLines>(`${path}/revise`);
      expectResponse([call, newest.status], status, isAllowed ? 201 : 409);
      if (isAllowed) this.revisions.push({ id: body.data.id, status: to, isDecided: false });
      return status;
    }
    if (call === 'order' || call === 'force') {
      const sent = { force: call === 'force' };
      const { status, body } = await test.admin.post<{ order: OrderWithLines }>(
        `${path}/order`,
        sent,
      );
      expectResponse([call, newest.status], status, isAllowed ? 201 : 409);
      if (isAllowed) Object.assign(this, { order: body.data.order, sent: [], bills: [] });
      if (isAllowed) newest.status = to;
      return status;
    }
    const { status } = await test.admin.put(`${path}/status`, { status: to });
    expectResponse([call, newest.status], status, isAllowed ? 200 : 409);
    if (isAllowed) Object.assign(newest, { status: to, isDecided: to !== 'sent' });
    return status;
  }

  /** Deletes the newest revision, where it is a draft and not the first. */
  private async drop(): Promise<number> {
    if (this.revisions.length === 1) return 200;
    const { status } = await test.admin.delete(`/quotations/${this.newest.id}`);
    expectResponse(
      ['drop', this.newest.status],
      status,
      this.newest.status === 'draft' ? 200 : 409,
    );
    if (status === 200) this.revisions.pop();
    return status;
  }

  private async remove(): Promise<number> {
    if (!this.order) return 200;
    const { status } = await test.admin.delete(`/orders/${this.order.id}`);
    if (status !== 200) return status;
    this.order = null;
    this.newest.status = this.newest.isDecided ? 'accepted' : 'sent';
    return status;
  }

  private move(to: string) {
    return test.admin.put(`/orders/${this.order?.id ?? 0}/status`, { status: to });
  }

  async act({ what, to, call, pick, quantity }: Step): Promise<number> {
    if (what === 'quote') return this.quote(call);
    if (what === 'drop') return this.drop();
    if (what === 'remove') return this.remove();
    if (!this.order) return 404;
    const fixture = deliveryFixture(test.admin, this.order);
    const delivery = this.sent[pick % Math.max(1, this.sent.length)]?.id ?? 0;
    if (what === 'ship') {
      const response = await fixture.post(quantity, { status: 'dispatched' });
      if (response.status === 201) this.sent.push(response.body.data);
      return response.status;
    }
    if (what === 'cancel') return (await fixture.move(delivery, 'cancelled')).status;
    if (what === 'arrive') return (await fixture.move(delivery, 'delivered')).status;
    if (what === 'close') return (await test.admin.post(`/orders/${this.order.id}/close`)).status;
    if (what === 'move') return (await this.move(to)).status;
    return what === 'bill' ? this.bill(delivery) : this.takeBack(pick);
  }

  private async bill(delivery_id: number): Promise<number> {
    const body = { delivery_id, status: 'pending' };
    const response = await test.admin.post<InvoiceWithLines>('/invoices', body);
    if (response.status === 201) this.bills.push(response.body.data);
    return response.status;
  }

  private async takeBack(pick: number): Promise<number> {
    const bill = this.bills[pick % Math.max(1, this.bills.length)];
    const note = { reason: 'return', status: 'issued', goods_return: true };
    const items = [{ invoice_line_id: bill?.items[0]?.id, quantity: 1 }];
    return (await test.admin.post('/credit-notes', { ...note, invoice_id: bill?.id, items }))
      .status;
  }

  /** The stored records, and the expected status of the quotation. */
  async read() {
    const [stored, order] = await Promise.all([this.stored(), this.readOrder()]);
    return { stored, order, status: this.newest.status, order_id: this.order?.id ?? null };
  }

  private async readOrder(): Promise<OrderWithLines | null> {
    if (!this.order) return null;
    return (await test.admin.get<OrderWithLines>(`/orders/${this.order.id}`)).body.data;
  }

  private async stored() {
    const { rows } = await test.server.database.pool.query<{
      status: Status;
      order_id: number | null;
      stock: number;
      reserved: number;
    }>(
      `select q.status, q.order_id, p.stock_quantity as stock, p.reserved_quantity as reserved
       from quotations q, products p where q.id = $1 and p.id = $2`,
      [this.newest.id, this.product],
    );
    const [row] = rows;
    if (!row) throw new Error('The quotation is not there');
    return row;
  }
}

/** What was ordered is delivered, open or closed, and stock and quotation follow. */
async function expectBalance(deal: Deal): Promise<void> {
  const { stored, order, status, order_id } = await deal.read();
  const { stock, reserved } = stored;
  expect([stored.status, stored.order_id]).toEqual([status, order_id]);
  const line = order?.items[0];
  const held = line ? heldBy(order.status, line) : { taken: 0, reserved: 0 };
  expect([stock, reserved]).toEqual([12 - held.taken, held.reserved]);
  if (!line) return expect(order_id).toBeNull();
  const { delivered_quantity, open_quantity, closed_quantity } = line;
  expect(delivered_quantity + open_quantity + closed_quantity).toBe(10);
  expect(open_quantity).toBeGreaterThanOrEqual(0);
  expect(line.invoiced_quantity).toBeLessThanOrEqual(10);
}

async function live({ before, isForced, steps }: History): Promise<void> {
  const deal = await Deal.open();
  for (const call of before) await deal.quote(call);
  await deal.confirm(isForced);
  for (const each of steps) {
    expect([200, 201, 400, 404, 409]).toContain(await deal.act(each));
    await expectBalance(deal);
  }
  expect(await ledgerBreaks(test.admin, deal.product)).toEqual([]);
}

it('random histories give a quotation the status of its calls, and deliver, leave open or close each quantity', {
  timeout: 600_000,
}, async () => {
  const batch = fc.array(history, { minLength: atOnce, maxLength: atOnce });
  await fc.assert(
    fc.asyncProperty(batch, async (lives) => {
      await Promise.all(
        lives.map((each) =>
          live(each).catch((cause: unknown) => {
            throw new Error(`The history ${JSON.stringify(each)}`, { cause });
          }),
        ),
      );
    }),
    { numRuns: Math.ceil(histories / atOnce), endOnFailure: true },
  );
  const results = await runChecks(test.server.database.openClient, checks);
  expect(results.flatMap(({ first }) => first)).toEqual([]);
});
