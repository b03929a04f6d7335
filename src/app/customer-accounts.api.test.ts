import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anonymous, type Context, withWrite } from '~/kit/server/database/context';
import { inTransaction, systemAt } from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { addDays, type Day, dayOf } from '~/kit/shared/time/days';
import { addNote, setNoteStatus } from '~/modules/billing/credit-notes/server/credit-notes.actions';
import { addInvoice, setInvoiceStatus } from '~/modules/billing/invoices/server/invoices.service';
import {
  addPayment,
  updatePayment,
  writeOff,
} from '~/modules/billing/payments/server/payments.actions';
import { addSetOff, refundCredit } from '~/modules/billing/receipts/server/credits.actions';
import { ageing, type AgedRow } from '~/modules/billing/receivables/server/receivables.queries';
import { readStatement } from '~/modules/billing/receivables/server/statements.actions';
import {
  addReceipt,
  allocateReceipt,
  cancelReceipt,
  refundReceipt,
} from '~/modules/billing/receipts/server/receipts.actions';
import { addCustomer } from '~/modules/sales/customers/server/customers.service';
import {
  book,
  type Book,
  type BookedInvoice,
  type CreditStep,
  dueOn,
  type Step,
} from './testing/customer-books.builders';
import { checks, extendModules } from './modules';

let opened: TestDatabase;

beforeAll(async () => {
  extendModules();
  opened = await createTestDatabase();
});
afterAll(() => opened.drop());

const zone = 'Asia/Kolkata';
const start = Date.parse('2026-04-06T06:00:00Z');

const contextOf = ({ now }: Pick<Book, 'now'>): Context =>
  withWrite({
    db: opened.database.db,
    person: anonymous,
    now,
    address: null,
    transaction: (work) => inTransaction(opened.database.db, work, systemAt(now)),
  });

const today = (book: Book) => dayOf(book.now, zone);
const inPaise = (rupees: number) => Math.round(rupees * 100);

/** Does a step in the product and in the book. */
async function take(book: Book, { what, paise, pick }: Step): Promise<void> {
  const context = contextOf(book);
  const day = today(book);
  const note = (change: number) => book.moves.push({ day, paise: change });
  const owed = book.invoices.filter((each) => dueOn(each) > 0);
  const invoice = owed[pick % Math.max(1, owed.length)];
  switch (what) {
    case 'invoice': {
      const created = await context.write((write) =>
        addInvoice(write, {
          customer_id: book.customer,
          status: 'pending',
          tax_rate: 0,
          invoice_date: day,
          due_date: addDays(day, pick % 60),
          items: [{ description: 'Gear', quantity: 1, unit_price: paise / 100 }],
        }),
      );
      const line = created.items[0]?.id ?? 0;
      const untouched = { paid: 0, credited: 0, note: 0, isWrittenOff: false };
      book.invoices.push({ id: created.id, line, paise, ...untouched });
      note(paise);
      return;
    }
    case 'pay': {
      if (!invoice) return;
      const amount = Math.min(paise, dueOn(invoice));
      const payment = await context.write((write) =>
        addPayment(write, {
          invoice_id: invoice.id,
          amount: amount / 100,
          payment_method: 'cash',
          payment_date: day,
        }),
      );
      invoice.paid += amount;
      book.payments.push({ id: payment.id, invoice: invoice.id, paise: amount, isFailed: false });
      note(-amount);
      return;
    }
    case 'write off': {
      if (!invoice) return;
      const amount = Math.min(paise, dueOn(invoice));
      invoice.isWrittenOff = true;
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
      if (!payment || !paid || paid.paid < payment.paise) return;
      await updatePayment(context, payment.id, { status: 'failed' });
      payment.isFailed = true;
      paid.paid -= payment.paise;
      note(payment.paise);
      return;
    }
    case 'receipt': {
      const parts = owed.slice(0, 3).map((each): [typeof each, number, number] => {
        const share = Math.min(dueOn(each), paise);
        return [each, share, Math.floor(share / 10)];
      });
      const cash = parts.reduce((sum, [, share, tds]) => sum + share - tds, 0);
      const rest = pick % 3 === 0 ? paise : 0;
      if (cash + rest === 0) return;
      const { id } = await context.write((write) =>
        addReceipt(write, {
          customer_id: book.customer,
          amount: (cash + rest) / 100,
          payment_method: 'bank_transfer',
          allocations: parts.map(([{ id: invoice_id }, share, tds]) => ({
            invoice_id,
            amount: (share - tds) / 100,
            tds_amount: tds / 100,
            round_off: 0,
          })),
        }),
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
      const amount = Math.min(receipt.rest, dueOn(invoice));
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
      const payment_method = 'bank_transfer';
      await refundReceipt(context, receipt.id, { amount: amount / 100, payment_method });
      receipt.rest -= amount;
      receipt.is = 'refunded';
      note(amount);
      return;
    }
    case 'cancel receipt': {
      const created = book.receipts.filter(({ is }) => is === 'made');
      const receipt = created[pick % Math.max(1, created.length)];
      const paidBy = (id: number) =>
        book.invoices.find((each) => each.id === id)?.paid ?? Number.POSITIVE_INFINITY;
      const shares = new Map<number, number>();
      for (const [id, share] of receipt?.parts ?? []) shares.set(id, (shares.get(id) ?? 0) + share);
      if (!receipt || [...shares].some(([id, share]) => paidBy(id) < share)) return;
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
      const unpaid = book.invoices.filter(({ paid, credited }) => paid + credited === 0);
      const cancelled = unpaid[pick % Math.max(1, unpaid.length)];
      if (!cancelled) return;
      await setInvoiceStatus(context, cancelled.id, { status: 'cancelled' });
      book.invoices = book.invoices.filter((each) => each !== cancelled);
      note(-cancelled.paise);
      return;
    }
    default:
      await takeCredit(book, { what, paise, pick }, { context, note });
  }
}

/** The steps with credit notes, and with the credit that they give on paid invoices. */
async function takeCredit(
  book: Book,
  { what, paise, pick }: { what: CreditStep; paise: number; pick: number },
  { context, note }: { context: Context; note: (change: number) => void },
): Promise<void> {
  const chosen = <Each>(all: readonly Each[]) => all[pick % Math.max(1, all.length)];
  const credit = chosen(book.invoices.filter((each) => dueOn(each) < 0));
  switch (what) {
    case 'credit note': {
      const open = (each: BookedInvoice) => each.credited === 0 && !each.isWrittenOff;
      const invoice = chosen(book.invoices.filter(open));
      if (!invoice) return;
      const credited = Math.min(paise, invoice.paise);
      const { id } = await context.write((write) =>
        addNote(write, 'credit', {
          invoice_id: invoice.id,
          reason: 'price',
          status: 'issued',
          items: [{ invoice_line_id: invoice.line, quantity: 1, unit_price: credited / 100 }],
        }),
      );
      Object.assign(invoice, { credited, note: id });
      note(-credited);
      return;
    }
    case 'cancel note': {
      const noted = (each: BookedInvoice) => each.credited > 0 && !each.isWrittenOff;
      const invoice = chosen(book.invoices.filter(noted));
      if (!invoice) return;
      await setNoteStatus(context, 'credit', { id: invoice.note, status: 'cancelled' });
      note(invoice.credited);
      invoice.credited = 0;
      return;
    }
    case 'set off': {
      const to = chosen(book.invoices.filter((each) => dueOn(each) > 0));
      if (!credit || !to) return;
      const amount = Math.min(paise, -dueOn(credit), dueOn(to));
      const allocations = [{ invoice_id: to.id, amount: amount / 100 }];
      await context.write((write) => addSetOff(write, credit.id, { allocations }));
      credit.paid -= amount;
      to.paid += amount;
      book.setOffs.push({ from: credit.id, to: to.id, paise: amount, isReversed: false });
      return;
    }
    case 'refund credit': {
      if (!credit) return;
      const amount = Math.min(paise, -dueOn(credit));
      const payment_method = 'bank_transfer';
      await refundCredit(context, credit.id, { amount: amount / 100, payment_method });
      credit.paid -= amount;
      note(amount);
      return;
    }
    case 'reverse set-off': {
      const setOff = chosen(book.setOffs.filter(({ isReversed }) => !isReversed));
      const [from, to] = [setOff?.from, setOff?.to].map((named) =>
        book.invoices.find(({ id }) => id === named),
      );
      if (!setOff || !from || !to || to.paid < setOff.paise) return;
      if (from.isWrittenOff || to.isWrittenOff) return;
      const { rows } = await sql<{ id: number }>`select p.id from payments p
        join payments s on s.id = p.set_off_id where p.status = 'completed' and s.invoice_id = ${from.id}
          and p.invoice_id = ${to.id} and p.amount = ${setOff.paise / 100} limit 1`.execute(
        opened.database.db,
      );
      await updatePayment(context, rows[0]?.id ?? 0, { status: 'failed' });
      setOff.isReversed = true;
      from.paid += setOff.paise;
      to.paid -= setOff.paise;
    }
  }
}

/** The ageing of the customers of these books at the end of a day, in one statement. */
async function ageings(books: readonly Book[], day: Day): Promise<Map<number, AgedRow>> {
  const customers = sql`t.id = any (${books.map(({ customer }) => customer)}::integer[])`;
  const { rows } =
    await sql<AgedRow>`select * from (${ageing({ customers, day, zone })}) a`.execute(
      opened.database.db,
    );
  return new Map(rows.map((row) => [row.customer_id, row]));
}

let count = 0;

async function openBook(steps: readonly Step[]): Promise<Book> {
  const book = {
    customer: 0,
    now: new Date(start),
    moves: [],
    invoices: [],
    payments: [],
    setOffs: [],
    receipts: [],
  };
  const context = contextOf(book);
  count += 1;
  const named = { company_name: `Book ${count}`, contact_person: 'Asha Rao' };
  const { id } = await context.write((write) => addCustomer(write, named));
  let at = start;
  const dated = steps.map((each): [Date, Step] => {
    at += each.days * 86_400_000 + 1000;
    return [new Date(at), each];
  });
  return { ...book, customer: id, steps: dated };
}

/** Does the steps of a book on a day, in their order. */
async function keep(book: Book, day: Day): Promise<void> {
  for (const [now, each] of book.steps) {
    if (dayOf(now, zone) !== day) continue;
    book.now = now;
    await take(book, each).catch((error: unknown) => {
      throw error instanceof AppError ? new Error(`${each.what}: ${error.message}`) : error;
    });
  }
}

/** The balance of a book at the end of a day, in paise. */
const balanceOn = ({ moves }: Book, day: Day): number =>
  moves.reduce((sum, move) => (move.day <= day ? sum + move.paise : sum), 0);

/** The statement has each day's balance, also if it begins in the midst of the book. */
async function compareStatement(book: Book, calendar: readonly Day[]): Promise<void> {
  const days = [...new Set(book.steps.map(([now]) => dayOf(now, zone)))];
  const [first, midst] = [days[0] ?? '', days[Math.floor(days.length / 2)] ?? ''];
  const owner = { id: book.customer, company_name: '' };
  for (const from of [first, midst]) {
    const to = calendar.at(-1) ?? from;
    const statement = await readStatement(contextOf(book), owner, { from, to });
    const { opening, debits, credits, closing, lines } = statement;
    expect(inPaise(opening)).toBe(balanceOn(book, addDays(from, -1)));
    expect(inPaise(opening) + inPaise(debits) - inPaise(credits)).toBe(inPaise(closing));
    expect(inPaise(closing)).toBe(balanceOn(book, to));
    const wrong = calendar.filter((day) => {
      const { balance } = lines.findLast(({ date }) => date <= day) ?? { balance: opening };
      return day >= from && inPaise(balance) !== balanceOn(book, day);
    });
    expect({ steps: book.steps, wrong }).toEqual({ steps: book.steps, wrong: [] });
  }
}

/** All books have one calendar, so that one statement reads a day of all. */
async function keepAndCompare(shelf: readonly (readonly Step[])[]): Promise<void> {
  const books = await Promise.all(shelf.map(openBook));
  const all = books.flatMap(({ steps }) => steps.map(([now]) => dayOf(now, zone)));
  const calendar = [...new Set(all)].sort();
  const shown = new Map<Day, Map<number, AgedRow>>();
  for (const day of calendar) {
    await Promise.all(books.map((book) => keep(book, day)));
    shown.set(day, await ageings(books, day));
  }
  for (const day of calendar) {
    const again = await ageings(books, day);
    expect(again).toEqual(shown.get(day));
    const wrong = books.filter(
      (book) => inPaise(again.get(book.customer)?.total ?? 0) !== balanceOn(book, day),
    );
    expect({ day, wrong }).toEqual({ day, wrong: [] });
  }
  const now = shown.get(calendar.at(-1) ?? '');
  for (const book of books) {
    await compareStatement(book, calendar);
    const owed = book.invoices.reduce((sum, each) => sum + Math.max(0, dueOn(each)), 0);
    const credits = book.invoices.reduce((sum, each) => sum - Math.min(0, dueOn(each)), 0);
    const rests = book.receipts.reduce((sum, { is, rest }) => sum + (is === 'gone' ? 0 : rest), 0);
    const left = rests + credits;
    const { total = 0, credit = 0 } = now?.get(book.customer) ?? {};
    expect([inPaise(total), inPaise(credit)]).toEqual([owed - left, left]);
  }
}

const booksAtOnce = 100;
const numRuns = 5;

it('500 random books keep opening + movements = closing = balances less credits on any day, and past days', async () => {
  const shelf = fc.array(book, { minLength: booksAtOnce, maxLength: booksAtOnce });
  // To make a shelf smaller would take longer than to read the steps of the book that is wrong.
  await fc.assert(fc.asyncProperty(shelf, keepAndCompare), { numRuns, endOnFailure: true });
  for (const { name, faults } of checks)
    expect([name, (await faults.execute(opened.database.db)).rows]).toEqual([name, []]);
}, 120_000);
