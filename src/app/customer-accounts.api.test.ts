import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Context, anonymous } from '~/kit/server/database/context';
import { inTransaction, systemAt } from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { addDays, type Day, dayOf } from '~/kit/shared/time/days';
import { addInvoice, setInvoiceStatus } from '~/modules/billing/invoices/server/invoices.service';
import {
  addPayment,
  updatePayment,
  writeOff,
} from '~/modules/billing/payments/server/payments.actions';
import { listReceivables } from '~/modules/billing/receivables/server/receivables.queries';
import { readStatement } from '~/modules/billing/receivables/server/statements.actions';
import {
  addReceipt,
  allocateReceipt,
  cancelReceipt,
  refundReceipt,
} from '~/modules/billing/receipts/server/receipts.actions';
import { addCustomer } from '~/modules/sales/customers/server/customers.service';
import { checks, extendModules } from './modules';

let opened: TestDatabase;

beforeAll(async () => {
  extendModules();
  opened = await createTestDatabase();
}, 60_000);
afterAll(() => opened.drop());

const zone = 'Asia/Kolkata';
const start = Date.parse('2026-04-06T06:00:00Z');

/** A customer in books of the test: every movement with its day. */
interface Book {
  customer: number;
  now: Date;
  moves: { day: Day; paise: number }[];
  invoices: { id: number; paise: number; paid: number }[];
  payments: { id: number; invoice: number; paise: number; isFailed: boolean }[];
  receipts: {
    id: number;
    parts: [invoice: number, paise: number][];
    rest: number;
    is: 'made' | 'refunded' | 'gone';
  }[];
  /** The ageing that was shown at the end of each day with a step. */
  shown: Map<Day, unknown>;
}

const contextOf = ({ now }: Book): Context => ({
  db: opened.database.db,
  person: anonymous,
  now,
  address: null,
  transaction: (work) => inTransaction(opened.database.db, work, systemAt(now)),
});

const today = (book: Book) => dayOf(book.now, zone);
const inPaise = (rupees: number) => Math.round(rupees * 100);

interface Step {
  days: number;
  what:
    | 'invoice'
    | 'pay'
    | 'write off'
    | 'fail'
    | 'refund'
    | 'receipt'
    | 'allocate'
    | 'cancel receipt'
    | 'cancel invoice';
  paise: number;
  pick: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  days: fc.integer({ min: 0, max: 25 }),
  what: fc.constantFrom<Step['what']>(
    'invoice',
    'invoice',
    'pay',
    'write off',
    'fail',
    'receipt',
    'receipt',
    'allocate',
    'refund',
    'cancel receipt',
    'cancel invoice',
  ),
  paise: fc.integer({ min: 1, max: 500_000 }),
  pick: fc.nat(1000),
});

/** Does a step in the product and in the book. */
async function take(book: Book, { what, paise, pick }: Step): Promise<void> {
  const context = contextOf(book);
  const day = today(book);
  const note = (change: number) => book.moves.push({ day, paise: change });
  const owed = book.invoices.filter((each) => each.paise > each.paid);
  const invoice = owed[pick % Math.max(1, owed.length)];
  switch (what) {
    case 'invoice': {
      const created = await context.transaction((trx) =>
        addInvoice(
          { trx, context },
          {
            customer_id: book.customer,
            status: 'pending',
            tax_rate: 0,
            invoice_date: day,
            due_date: addDays(day, pick % 60),
            items: [{ description: 'Gear', quantity: 1, unit_price: paise / 100 }],
          },
        ),
      );
      book.invoices.push({ id: created.id, paise, paid: 0 });
      note(paise);
      return;
    }
    case 'pay': {
      if (!invoice) return;
      const amount = Math.min(paise, invoice.paise - invoice.paid);
      const payment = await context.transaction((trx) =>
        addPayment(
          { trx, context },
          {
            invoice_id: invoice.id,
            amount: amount / 100,
            payment_method: 'cash',
            payment_date: day,
          },
        ),
      );
      invoice.paid += amount;
      book.payments.push({ id: payment.id, invoice: invoice.id, paise: amount, isFailed: false });
      note(-amount);
      return;
    }
    case 'write off': {
      if (!invoice) return;
      const amount = Math.min(paise, invoice.paise - invoice.paid);
      const payment = await writeOff(context, invoice.id, { amount: amount / 100, reason: 'Lost' });
      invoice.paid += amount;
      book.payments.push({ id: payment.id, invoice: invoice.id, paise: amount, isFailed: false });
      note(-amount);
      return;
    }
    case 'fail': {
      const valid = book.payments.filter(({ isFailed }) => !isFailed);
      const payment = valid[pick % Math.max(1, valid.length)];
      const paid = book.invoices.find(({ id }) => id === payment?.invoice);
      if (!payment || !paid) return;
      await updatePayment(context, payment.id, { status: 'failed' });
      payment.isFailed = true;
      paid.paid -= payment.paise;
      note(payment.paise);
      return;
    }
    case 'receipt': {
      const parts = owed.slice(0, 3).map((each): [typeof each, number, number] => {
        const share = Math.min(each.paise - each.paid, paise);
        return [each, share, Math.floor(share / 10)];
      });
      const cash = parts.reduce((sum, [, share, tds]) => sum + share - tds, 0);
      const rest = pick % 3 === 0 ? paise : 0;
      if (cash + rest === 0) return;
      const { id } = await context.transaction((trx) =>
        addReceipt(
          { trx, context },
          {
            customer_id: book.customer,
            amount: (cash + rest) / 100,
            payment_method: 'bank_transfer',
            allocations: parts.map(([{ id: invoice_id }, share, tds]) => ({
              invoice_id,
              amount: (share - tds) / 100,
              tds_amount: tds / 100,
              round_off: 0,
            })),
          },
        ),
      );
      for (const [each, share] of parts) each.paid += share;
      note(-parts.reduce((sum, [, share]) => sum + share, 0) - rest);
      book.receipts.push({
        id,
        parts: parts.map(([each, share]) => [each.id, share]),
        rest,
        is: 'made',
      });
      return;
    }
    case 'allocate': {
      const receipt = book.receipts.find(({ is, rest }) => is !== 'gone' && rest > 0);
      if (!receipt || !invoice) return;
      const amount = Math.min(receipt.rest, invoice.paise - invoice.paid);
      await allocateReceipt(context, receipt.id, {
        allocations: [
          { invoice_id: invoice.id, amount: amount / 100, tds_amount: 0, round_off: 0 },
        ],
      });
      receipt.rest -= amount;
      receipt.parts.push([invoice.id, amount]);
      invoice.paid += amount;
      return;
    }
    case 'refund': {
      const receipt = book.receipts.find(({ is, rest }) => is !== 'gone' && rest > 0);
      if (!receipt) return;
      const amount = Math.min(receipt.rest, paise);
      await refundReceipt(context, receipt.id, {
        amount: amount / 100,
        payment_method: 'bank_transfer',
      });
      receipt.rest -= amount;
      receipt.is = 'refunded';
      note(amount);
      return;
    }
    case 'cancel receipt': {
      const created = book.receipts.filter(({ is }) => is === 'made');
      const receipt = created[pick % Math.max(1, created.length)];
      if (!receipt) return;
      await cancelReceipt(context, receipt.id);
      receipt.is = 'gone';
      for (const [id, share] of receipt.parts) {
        const paid = book.invoices.find((each) => each.id === id);
        if (paid) paid.paid -= share;
      }
      note(receipt.parts.reduce((sum, [, share]) => sum + share, 0) + receipt.rest);
      return;
    }
    case 'cancel invoice': {
      const unpaid = book.invoices.filter(({ paid }) => paid === 0);
      const cancelled = unpaid[pick % Math.max(1, unpaid.length)];
      if (!cancelled) return;
      await setInvoiceStatus(context, cancelled.id, { status: 'cancelled' });
      book.invoices = book.invoices.filter((each) => each !== cancelled);
      note(-cancelled.paise);
    }
  }
}

async function ageing(book: Book, day: Day) {
  const { db } = opened.database;
  const rows = await listReceivables(db, { person: anonymous, day, zone });
  return rows.find(({ customer_id }) => customer_id === book.customer) ?? null;
}

let count = 0;

async function openBook(): Promise<Book> {
  const book = {
    customer: 0,
    now: new Date(start),
    moves: [],
    invoices: [],
    payments: [],
    receipts: [],
    shown: new Map<Day, unknown>(),
  };
  const context = contextOf(book);
  count += 1;
  const named = { company_name: `Book ${count}`, contact_person: 'Asha Rao' };
  const { id } = await context.transaction((trx) => addCustomer({ trx, context }, named));
  return { ...book, customer: id };
}

it('keeps opening + movements = closing = balances less credits on any day, and past days unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const book = await openBook();
      for (const each of steps) {
        book.now = new Date(book.now.getTime() + each.days * 86_400_000 + 1000);
        await take(book, each).catch((error: unknown) => {
          throw error instanceof AppError ? new Error(`${each.what}: ${error.message}`) : error;
        });
        book.shown.set(today(book), await ageing(book, today(book)));
      }
      const context = contextOf(book);
      const owner = { id: book.customer, company_name: '' };
      for (const [day, shown] of book.shown) {
        expect(await ageing(book, day)).toEqual(shown);
        const sums = { before: 0, upTo: 0 };
        const from = addDays(day, -20);
        for (const move of book.moves) {
          if (move.day < from) sums.before += move.paise;
          if (move.day <= day) sums.upTo += move.paise;
        }
        const statement = await readStatement(context, owner, { from, to: day });
        const { opening, debits, credits, closing } = statement;
        expect(inPaise(opening)).toBe(sums.before);
        expect(inPaise(opening) + inPaise(debits) - inPaise(credits)).toBe(inPaise(closing));
        expect(inPaise(closing)).toBe(sums.upTo);
        expect(inPaise((await ageing(book, day))?.total ?? 0)).toBe(sums.upTo);
      }
      const owed = book.invoices.reduce((sum, { paise, paid }) => sum + paise - paid, 0);
      const remaining = book.receipts.reduce(
        (sum, { is, rest }) => sum + (is === 'gone' ? 0 : rest),
        0,
      );
      const now = await ageing(book, today(book));
      expect([inPaise(now?.total ?? 0), inPaise(now?.credit ?? 0)]).toEqual([
        owed - remaining,
        remaining,
      ]);
    }),
    { numRuns: 25 },
  );
  for (const { name, faults } of checks)
    expect([name, (await faults.execute(opened.database.db)).rows]).toEqual([name, []]);
}, 120_000);
