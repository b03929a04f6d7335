import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '~/app/testing/test-server';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { jobKey } from '~/kit/server/jobs/jobs';
import { type MailServer, startMailServer } from '~/kit/server/testing/test-mail-server';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { openInvoiceFixture } from '~/modules/billing/invoices/server/invoices.builders';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import type { Reminder, Statement } from '../receivables.fields';
import { isStillOwed as isOwed } from './owed.internal';
import { sendScheduled } from './reminders.actions';

let mails: MailServer;
let server: TestServer;
let admin: TestClient;
/** Ends the lock that keeps the server's own job away: its tries would count among those of a test. */
let release: () => void;
const zone = 'Asia/Kolkata';

beforeAll(async () => {
  mails = await startMailServer();
  server = await startTestServer({ SMTP_URL: mails.url });
  // The evening where the company is, whenever the test runs.
  const evening = new Date(`${dayOf(server.clock.now(), zone)}T18:00:00+05:30`).getTime();
  server.clock.advance(evening + 86_400_000 - server.clock.now().getTime());
  const holder = await server.database.pool.connect();
  await holder.query('select pg_advisory_lock($1)', [jobKey('receivables.reminders')]);
  release = () => holder.release(true);
  admin = await server.signIn();
  await admin.put('/billing/profile', { company_name: 'Deccan Gears' });
});
afterAll(async () => {
  release();
  await server.close();
  await mails.close();
});

let count = 0;

/** A customer with an invoice that is due so many days before today, where the company is. */
async function debtor(daysPast: number, values: object = {}) {
  count += 1;
  const email = `buyer${count}@reminded.example`;
  const fixture = await openInvoiceFixture(admin, { email, ...values });
  const due_date = addDays(dayOf(server.clock.now(), zone), -daysPast);
  const invoice = await fixture.make({
    status: 'sent',
    invoice_date: addDays(due_date, -10),
    due_date,
  });
  return { fixture, invoice, email, id: fixture.customer_id, name: invoice.customer_name };
}

const remindersOf = async (id: number) =>
  (await admin.get<Reminder[]>(`/customers/${id}/reminders`)).body.data;

const arrived = (email: string) =>
  mails.received.filter(({ to }) => to && 'text' in to && to.text === email);

const until = async (isTrue: () => boolean) => {
  const end = performance.now() + 20_000;
  while (!isTrue() && performance.now() < end) await new Promise((done) => setTimeout(done, 50));
};

/** The instant at which it is so late today, where the company is. */
const at = (time: string) => new Date(`${dayOf(server.clock.now(), zone)}T${time}:00+05:30`);

it('sends each once a day from nine on, on the named days alone, never for settled or disputed invoices', async () => {
  const due = await debtor(7);
  const before = await debtor(-3);
  const otherDay = await debtor(8);
  const off = await debtor(7, { no_reminders: true });
  const disputed = await debtor(7);
  await disputed.fixture.put(disputed.invoice.id, {
    is_disputed: true,
    dispute_note: 'Short supply',
  });
  const promised = await debtor(7);
  const broken = await debtor(7);
  const today = dayOf(server.clock.now(), zone);
  await promised.fixture.put(promised.invoice.id, { promised_on: today });
  await broken.fixture.put(broken.invoice.id, { promised_on: addDays(today, -1) });
  const paid = await debtor(7);
  await admin.post('/payments', {
    invoice_id: paid.invoice.id,
    amount: 118,
    payment_method: 'cash',
    payment_date: '2026-11-01',
  });
  const cancelled = await debtor(7);
  await cancelled.fixture.setStatus(cancelled.invoice.id, 'cancelled');
  const unreachable = await debtor(7, { email: null });
  const { database } = server;
  await sendScheduled(database, at('10:00'));
  expect(await remindersOf(due.id)).toEqual([]);
  const reminders = { enabled: true, days: [-3, 7] };
  await admin.put('/settings', { reminders });
  await sendScheduled(database, at('08:59'));
  expect(await remindersOf(due.id)).toEqual([]);
  // As by several copies at once, of which some are killed: each reminder is there with its mail, or not at all.
  await Promise.all([1, 2, 3].map(() => sendScheduled(database, at('09:00'))));
  await sendScheduled(database, at('17:00'));
  await until(() => arrived(due.email).length > 0 && arrived(before.email).length > 0);
  await until(() => arrived(broken.email).length > 0);
  for (const reached of [due, before, broken]) {
    const sent = await remindersOf(reached.id);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ amount: 118, is_scheduled: true, recipient: reached.email });
    expect(arrived(reached.email)).toHaveLength(1);
  }
  const [mail] = arrived(due.email);
  expect(mail?.subject).toBe('Payment reminder from Deccan Gears: ₹118.00');
  expect(mail?.text).toContain(due.invoice.invoice_number);
  const pages = await pagesOf(mail?.attachments[0]?.content ?? Buffer.alloc(0));
  expect(pages.join(' ')).toContain('STATEMENT OF ACCOUNT');
  for (const none of [otherDay, off, disputed, promised, paid, cancelled, unreachable])
    expect(await remindersOf(none.id)).toEqual([]);
});

it('tries a reminder that fails three times a day, and sends the others', async () => {
  const failing = await debtor(14);
  const whole = await debtor(14);
  const { database } = server;
  const setEmail = (email: string) =>
    database.pool.query('update customers set email = $2 where id = $1', [failing.id, email]);
  await setEmail('no address');
  await admin.put('/settings', { reminders: { enabled: true, days: [14, 15] } });
  const tries: unknown[] = [];
  for (const time of ['09:00', '09:05', '09:10', '09:15', '09:20'])
    tries.push(await sendScheduled(database, at(time)).catch((error: unknown) => String(error)));
  const failed = `Error: Reminder for customer ${failing.id}`;
  expect(tries).toEqual([failed, failed, failed, undefined, undefined]);
  expect(await remindersOf(whole.id)).toHaveLength(1);
  await setEmail(failing.email);
  await sendScheduled(database, at('09:25'));
  expect(await remindersOf(failing.id)).toEqual([]);
  const tomorrow = new Date(at('09:00').getTime() + 86_400_000);
  await sendScheduled(database, tomorrow);
  await sendScheduled(database, tomorrow);
  for (const reached of [failing, whole]) {
    const sent = await remindersOf(reached.id);
    const days = sent.map(({ reminder_date }) => reminder_date);
    expect(days.filter((day) => day === dayOf(tomorrow, zone))).toHaveLength(1);
    await until(() => arrived(reached.email).length === sent.length);
    expect(arrived(reached.email)).toHaveLength(sent.length);
  }
});

it('sends one now on request, or returns the reason why not', async () => {
  const due = await debtor(2);
  const sent = await admin.post<Reminder>(`/customers/${due.id}/reminders`);
  expect(sent.status, sent.body.error).toBe(200);
  expect(sent.body.data).toMatchObject({ is_scheduled: false, amount: 118, recipient: due.email });
  expect(sent.body.data.invoices[0]?.invoice_number).toBe(due.invoice.invoice_number);
  expect(sent.body.data.mail_status).toBe('accepted');
  expect(arrived(due.email)).toHaveLength(1);
  const timeline = await admin.get<{ title: string }[]>(`/customers/${due.id}/timeline`);
  expect(timeline.body.data.map(({ title }) => title)).toContain('Reminder of ₹118.00');
  const codeOf = async (customer: number) => {
    const { status, body } = await admin.post(`/customers/${customer}/reminders`);
    return [status, body.code];
  };
  expect(await codeOf((await debtor(-3)).id)).toEqual([409, 'reminder.nothing_due']);
  const off = await debtor(2, { no_reminders: true });
  expect(await codeOf(off.id)).toEqual([409, 'reminder.switched_off']);
  const unreachable = await debtor(2, { email: null });
  expect(await codeOf(unreachable.id)).toEqual([400, 'reminder.recipient_missing']);
});

it('sends one a day to a customer, however often it is requested at once', async () => {
  const due = await debtor(2);
  const send = () => admin.post(`/customers/${due.id}/reminders`);
  const results = await Promise.all([send(), send(), send()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const again = await send();
  expect([again.body.code, again.body.error]).toEqual([
    'reminder.sent_today',
    `${due.name} got a reminder today. Send the next one tomorrow.`,
  ]);
  expect(again.body.details[0]?.record).toMatchObject({ type: 'customer', id: due.id });
  expect(arrived(due.email)).toHaveLength(1);
});

it('is sent, and a statement too, only by people who may change receipts', async () => {
  const due = await debtor(2);
  const rights = { customers: { read: 'all' }, invoices: { read: 'all' } } as const;
  const { client: reader } = await signInWith(
    { server, admin },
    { ...rights, receipts: { read: 'all' } },
  );
  expect((await reader.get(`/customers/${due.id}/statement`)).status).toBe(200);
  for (const path of ['reminders', 'statement/send'])
    expect((await reader.post(`/customers/${due.id}/${path}`, {})).status, path).toBe(403);
  expect(arrived(due.email)).toEqual([]);
  const { client: clerk } = await signInWith(
    { server, admin },
    { ...rights, receipts: { read: 'all', update: true } },
  );
  expect((await clerk.post(`/customers/${due.id}/reminders`)).status).toBe(200);
  expect((await clerk.post(`/customers/${due.id}/statement/send`, {})).status).toBe(200);
});

it('mails a statement', async () => {
  const { id, email } = await debtor(2);
  const sent = await admin.post(`/customers/${id}/statement/send`, { from: '2026-04-01' });
  expect(sent.body.data).toEqual({ recipient: email, mail_status: 'accepted' });
  const [mail] = arrived(email);
  expect(mail?.subject).toBe('Statement of account from Deccan Gears');
  const pages = await pagesOf(mail?.attachments[0]?.content ?? Buffer.alloc(0));
  expect(pages.join(' ')).toContain('₹118.00');
});

const isStillOwed = (db: TestServer['database']['db'], id: number) =>
  isOwed(db, id, server.clock.now());

describe('money that is here', () => {
  const receive = (customer_id: number, amount: number) =>
    admin.post('/receipts', { customer_id, amount, payment_method: 'cash' });
  const hold = (invoice_id: number, amount: number) =>
    admin.post('/payments', {
      invoice_id,
      amount,
      payment_method: 'check',
      payment_date: dayOf(server.clock.now(), zone),
      status: 'pending',
    });
  const remind = async (id: number) => {
    const { status, body } = await admin.post<Reminder>(`/customers/${id}/reminders`);
    return status === 200 ? body.data.amount : body.code;
  };

  it('is not reminded of: an unallocated receipt, a pending cheque, the credit of a note', async () => {
    const received = await debtor(20);
    await receive(received.id, 118);
    const response = await admin.post(`/customers/${received.id}/reminders`);
    expect([response.status, response.body.code]).toEqual([409, 'reminder.nothing_due']);
    expect(response.body.error).toContain('that are not applied yet cover what is due');
    expect(response.body.details).toMatchObject([{ record: { id: received.id } }]);
    const held = await debtor(20);
    await hold(held.invoice.id, 118);
    expect(await remind(held.id)).toBe('reminder.nothing_due');
    const credited = await debtor(20);
    const paid = await credited.fixture.make({ status: 'sent' });
    await admin.post('/payments', {
      invoice_id: paid.id,
      amount: 118,
      payment_method: 'cash',
      payment_date: dayOf(server.clock.now(), zone),
    });
    await noteFixture(admin, paid).issue([{ quantity: 1 }]);
    expect(await remind(credited.id)).toBe(59);
  });

  it('lowers what a reminder, its code and the interest are for, and the email names it', async () => {
    const part = await debtor(20);
    await admin.put('/settings', { late_interest_rate: 18.25 });
    await receive(part.id, 18);
    expect(await remind(part.id)).toBe(100);
    const [mail] = arrived(part.email);
    expect(mail?.text).toContain('Payments and credit of ₹18.00');
    const statement = async () =>
      (await admin.get<Statement>(`/customers/${part.id}/statement`)).body.data.interest;
    // 20 days of 100 at 18.25 %.
    expect(await statement()).toMatchObject({ total: 1 });
    await receive(part.id, 100);
    expect(await statement()).toBe(null);
    await admin.put('/settings', { late_interest_rate: null });
  });

  it('keeps the job from reminding, and a reminder that waits from being sent', async () => {
    const whole = await debtor(21);
    const part = await debtor(21);
    await receive(whole.id, 118);
    await receive(part.id, 18);
    await admin.put('/settings', { reminders: { enabled: true, days: [21] } });
    await sendScheduled(server.database, at('09:30'));
    await admin.put('/settings', { reminders: { enabled: true, days: [] } });
    expect(await remindersOf(whole.id)).toEqual([]);
    const [sent] = await remindersOf(part.id);
    expect(sent?.amount).toBe(100);
    expect(await isStillOwed(server.database.db, sent?.id ?? 0)).toBe(true);
    await receive(part.id, 1);
    expect(await isStillOwed(server.database.db, sent?.id ?? 0)).toBe(false);
  });
});

it('no longer sends a reminder that waits, once its invoice is disputed or promised', async () => {
  const due = await debtor(2);
  const { body } = await admin.post<Reminder>(`/customers/${due.id}/reminders`);
  expect(await isStillOwed(server.database.db, body.data.id)).toBe(true);
  await due.fixture.put(due.invoice.id, { is_disputed: true });
  expect(await isStillOwed(server.database.db, body.data.id)).toBe(false);
  await due.fixture.put(due.invoice.id, { is_disputed: false, promised_on: '2099-01-01' });
  expect(await isStillOwed(server.database.db, body.data.id)).toBe(false);
  const refused = await admin.post(`/customers/${due.id}/reminders`);
  expect([refused.status, refused.body.code]).toEqual([409, 'reminder.nothing_due']);
  await due.fixture.put(due.invoice.id, { promised_on: null });
  expect(await isStillOwed(server.database.db, body.data.id)).toBe(true);
});

it('refuses wrong days in the setting', async () => {
  for (const days of [[400], [1, 1], [0.5], 'all'])
    expect((await admin.put('/settings', { reminders: { enabled: true, days } })).status).toBe(400);
});

it('has the company’s own text of its tone, by schedule and on request, and refuses an unknown placeholder', async () => {
  const company_name = 'Rao <b>& Sons';
  const scheduled = await debtor(16, { company_name });
  const firm = await debtor(17, { company_name });
  const late = await debtor(2);
  const reminders = { enabled: true, days: [16] };
  const reminder_text_firm = 'Final request to {customer}:\n{amount} since {date}. — {company}';
  const saved = await admin.put('/settings', { reminders, reminder_text_firm });
  expect(saved.body.data).toMatchObject({ reminder_text_firm, reminder_text_request: null });
  await sendScheduled(server.database, at('09:30'));
  await admin.post(`/customers/${firm.id}/reminders`);
  await admin.post(`/customers/${late.id}/reminders`);
  const counts = () => [scheduled, firm, late].map(({ email }) => arrived(email).length);
  await expect.poll(counts).toEqual([1, 1, 1]);
  for (const due of [scheduled, firm]) {
    const [{ text, html } = {}] = arrived(due.email);
    expect(text).toContain(`Final request to ${company_name}:\n₹118.00 since `);
    expect(text).toContain('— Deccan Gears');
    expect(text).toContain(due.invoice.invoice_number);
    expect(text).not.toContain('In spite of the time');
    expect(html).toBe(false);
  }
  expect(arrived(late.email)[0]?.text).toContain('Our records show');
  const wrong = { reminder_text_request: 'Pay {invoice}' };
  const refused = await admin.put('/settings', wrong);
  expect([refused.status, refused.body.details]).toEqual([
    400,
    [
      {
        field: 'reminder_text_request',
        message:
          'Text after the due date: “{invoice}” is not a placeholder. Use {customer}, {amount}, {date} and {company}.',
      },
    ],
  ]);
  const empty = await admin.put('/settings', { reminder_text_firm: ' ' });
  expect(empty.body.data).toMatchObject({ reminder_text_firm: null });
});
