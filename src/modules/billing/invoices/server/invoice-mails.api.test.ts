import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { simpleParser } from 'mailparser';
import { startTestServer, type TestClient, type TestServer } from '~/app/testing/test-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { type MailServer, startMailServer } from '~/kit/server/testing/test-mail-server';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { type InvoiceFixture, openInvoiceFixture } from './invoices.builders';

let mails: MailServer;
let server: TestServer;
let admin: TestClient;
let fixture: InvoiceFixture;
/** What the mail server says to the next recipients; what is not said is accepted. */
const replyCodes: number[] = [];
/** Until it resolves the mail server says nothing about the mails that it was given. */
let blocker: Promise<void> = Promise.resolve();

beforeAll(async () => {
  const received: MailServer['received'] = [];
  mails = await startMailServer(
    {
      onData: (stream, _session, done) => {
        void simpleParser(stream).then(async (mail) => {
          await blocker;
          received.push(mail);
          done();
        });
      },
    },
    replyCodes,
  );
  mails.received = received;
  server = await startTestServer({ SMTP_URL: mails.url });
  admin = await server.signIn();
  await admin.put('/billing/profile', { company_name: 'Sahyadri <b>Components</b>' });
  fixture = await openInvoiceFixture(admin, { email: 'asha@godavari.example' });
  const news = 'Company details in Manufacturing CRM';
  await vi.waitUntil(() => received.some(({ subject }) => subject === news), { timeout: 20_000 });
});
beforeEach(() => {
  mails.received.length = 0;
  blocker = Promise.resolve();
});
afterAll(async () => {
  await server.close();
  await mails.close();
});

/** A mail server that keeps silent; the function that is given makes it speak. */
function silence(): () => void {
  let speak = (): void => undefined;
  blocker = new Promise((resolve) => {
    speak = resolve;
  });
  return speak;
}

async function gaps(): Promise<number[]> {
  const response = await admin.get<{ gaps: number }[]>('/invoices/number-series');
  return response.body.data.map((each) => each.gaps);
}

describe('sending an invoice', () => {
  it('mails a draft as PDF under the number that it gets, and makes it sent', async () => {
    const draft = await fixture.make();
    const response = await fixture.send(draft.id);
    expect(response.status, response.body.error).toBe(200);
    const sent = response.body.data;
    expect(sent).toMatchObject({
      status: 'sent',
      invoice_number: expect.stringMatching(/^INV-\d\d-\d\d-\d{5}$/),
      reserved_number: null,
      mail_status: 'accepted',
      mail_error: null,
      mailed_at: expect.stringMatching(/Z$/),
      was_sent: true,
    });
    expect(await fixture.read(draft.id)).toEqual(sent);
    expect(mails.received).toHaveLength(1);
    const [mail] = mails.received;
    const { invoice_number } = sent;
    expect(mail?.subject).toBe(`Invoice ${invoice_number} from Sahyadri <b>Components</b>`);
    expect(mail?.to).toMatchObject({ text: 'asha@godavari.example' });
    for (const texts of [invoice_number, '₹118.00', 'Asha Verma', 'Sahyadri <b>Components</b>']) {
      expect(mail?.text).toContain(texts);
    }
    expect(mail?.html).toContain('Sahyadri &lt;b&gt;Components&lt;/b&gt;');
    const [file] = mail?.attachments ?? [];
    expect(file?.filename).toBe(`${invoice_number}.pdf`);
    const text = (await pagesOf(file?.content ?? Buffer.alloc(0))).join(' ');
    expect(text).toContain(invoice_number);
    expect(text).not.toContain('DRAFT');
    const stored = await admin.get(`/invoices/${draft.id}/pdf`);
    expect(file?.content.equals(stored.content)).toBe(true);
  });

  it('names parts of a kilogram and each decimal of a price in the file, and whole paise in the mail', async () => {
    await admin.put('/settings', { price_decimals: 4 });
    const wire = await makeProduct(admin, { unit_of_measure: 'kg', stock_quantity: 9 });
    const { id } = await fixture.make({
      items: [
        { product_id: wire.id, description: 'Wire', quantity: 2.5, unit_price: 1234.5678 },
        { description: 'Washers', quantity: 1001, unit_price: 0.037 },
      ],
    });
    expect((await fixture.send(id)).body.data).toMatchObject({ total_amount: 3685.68 });
    const [mail] = mails.received;
    expect(mail?.text).toContain('₹3,685.68');
    const text = (await pagesOf(mail?.attachments[0]?.content ?? Buffer.alloc(0))).join(' ');
    for (const texts of ['2.5', '₹1,234.5678', '₹3,086.42', '1,001', '₹0.037', '₹37.04'])
      expect(text).toContain(texts);
  });

  it('makes a pending one sent, and sends again without another number or status', async () => {
    const pending = await fixture.make({ status: 'pending' });
    const sent = (await fixture.send(pending.id)).body.data;
    expect(sent).toMatchObject({ status: 'sent', invoice_number: pending.invoice_number });
    const again = (await fixture.send(pending.id)).body.data;
    expect(again).toMatchObject({ status: 'sent', invoice_number: pending.invoice_number });
    expect(mails.received).toHaveLength(2);
  });

  it.each([
    [550, 'The mail server refused: 550 Not now or never'],
    [451, 'The mail server answered: 451 Not now or never'],
  ])('answers 502 when the mail server says %i, and all is as before', async (code, reason) => {
    const draft = await fixture.make();
    replyCodes.push(code);
    const refused = await fixture.send(draft.id);
    expect([refused.status, refused.body.error]).toEqual([502, reason]);
    expect(await fixture.read(draft.id)).toMatchObject({
      status: 'draft',
      invoice_number: `DRAFT-${draft.id}`,
      reserved_number: null,
      was_sent: false,
      mail_status: 'failed',
      mail_error: reason,
      mailed_at: null,
    });
    const waiting = await server.database.pool.query(
      `select id from mails where status in ('queued', 'sending')`,
    );
    expect(waiting.rows).toEqual([]);
    const other = await fixture.make({ status: 'pending' });
    expect(other.status).toBe('pending');
    expect(await gaps()).toEqual([0]);
    expect(mails.received).toHaveLength(0);
    expect((await fixture.send(draft.id)).body.data).toMatchObject({
      status: 'sent',
      mail_status: 'accepted',
      mail_error: null,
    });
    expect(await gaps()).toEqual([0]);
    const pending = await fixture.make({ status: 'pending' });
    replyCodes.push(code);
    expect((await fixture.send(pending.id)).status).toBe(502);
    expect(await fixture.read(pending.id)).toMatchObject({
      status: 'pending',
      invoice_number: pending.invoice_number,
      mail_status: 'failed',
    });
  });

  it('refuses a customer without an address, and names it', async () => {
    const other = await openInvoiceFixture(admin, { company_name: 'No Mail Works' });
    const draft = await other.make();
    const response = await fixture.send(draft.id);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatch(/^No Mail Works has no email address/);
    expect(response.body.details[0]?.record).toMatchObject({
      type: 'customer',
      id: other.customer_id,
    });
    expect((await fixture.read(draft.id)).mail_status).toBeNull();
  });

  it('refuses a cancelled one', async () => {
    const { id } = await fixture.make({ status: 'pending' });
    await fixture.setStatus(id, 'cancelled');
    expect((await fixture.send(id)).status).toBe(409);
    expect(mails.received).toHaveLength(0);
  });

  it('mails once when two people send at the same moment', async () => {
    const speak = silence();
    const draft = await fixture.make();
    const both = [1, 2].map(() => fixture.send(draft.id));
    const first = await Promise.race(both);
    expect([first.status, first.body.error]).toEqual([409, 'This invoice is already being sent']);
    speak();
    const statuses = (await Promise.all(both)).map((response) => response.status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(mails.received).toHaveLength(1);
  });

  it('mails once for a repeated Idempotency-Key, and answers as the first time', async () => {
    const draft = await fixture.make();
    const headers = { 'idempotency-key': `send-${draft.id}` };
    const both = await Promise.all([1, 2].map(() => fixture.send(draft.id, headers)));
    expect(both.map((response) => response.status)).toEqual([200, 200]);
    expect((await fixture.send(draft.id, headers)).body.data).toEqual(both[0]?.body.data);
    expect(mails.received).toHaveLength(1);
    const refused = await fixture.make();
    const other = { 'idempotency-key': `send-${refused.id}` };
    replyCodes.push(550);
    expect((await fixture.send(refused.id, other)).status).toBe(502);
    expect((await fixture.send(refused.id, other)).status).toBe(502);
    expect(mails.received).toHaveLength(1);
  });

  it('does not wait for a slow mail server, and follows its answer on its own', {
    timeout: 40_000,
  }, async () => {
    const speak = silence();
    const draft = await fixture.make();
    const response = await fixture.send(draft.id);
    expect(response.status).toBe(200);
    const { reserved_number } = response.body.data;
    expect(response.body.data).toMatchObject({ status: 'draft', mail_status: 'queued' });
    expect(reserved_number).toMatch(/^INV-/);
    const meanwhile = await fixture.make({ status: 'pending' });
    expect(meanwhile.invoice_number).not.toBe(reserved_number);
    for (const refused of [
      await admin.delete(`/invoices/${draft.id}`),
      await fixture.send(draft.id),
      await fixture.put(draft.id, { tax_rate: 5 }),
    ]) {
      expect(refused.status).toBe(409);
    }
    expect((await fixture.put(draft.id, { notes: 'Hurry' })).status).toBe(200);
    await admin.put(`/customers/${fixture.customer_id}`, { city: 'Elsewhere' });
    speak();
    await expect.poll(async () => (await fixture.read(draft.id)).status).toBe('sent');
    expect(await fixture.read(draft.id)).toMatchObject({
      invoice_number: reserved_number,
      reserved_number: null,
      mail_status: 'accepted',
    });
    expect(mails.received).toHaveLength(1);
    expect(await gaps()).toEqual([0]);
    const stored = await admin.get(`/invoices/${draft.id}/pdf`);
    expect(mails.received[0]?.attachments[0]?.content.equals(stored.content)).toBe(true);
  });
});

it('contacts that receive invoices get them instead of the customer’s own address', async () => {
  const path = `/customers/${fixture.customer_id}/contacts`;
  const contacts = [
    { name: 'Bo Rao', email: 'bo@godavari.example', gets_invoices: true },
    { name: 'Chitra Sen', email: 'chitra@godavari.example', gets_invoices: true },
    { name: 'Bo at home', email: 'Bo@Godavari.example', gets_invoices: true },
    { name: 'Dev Nair', email: 'dev@godavari.example' },
  ];
  const created = [];
  for (const contact of contacts)
    created.push(await makeRecord<{ id: number }>(admin, path, contact));
  await fixture.send((await fixture.make()).id);
  expect(mails.received[0]?.to).toMatchObject({
    value: [{ address: 'bo@godavari.example' }, { address: 'chitra@godavari.example' }],
  });
  expect(mails.received[0]?.text).toContain('Dear Bo Rao and Chitra Sen,');
  for (const { id } of created) await admin.delete(`${path}/${id}`);
  await fixture.send((await fixture.make()).id);
  expect(mails.received[1]?.to).toMatchObject({ value: [{ address: 'asha@godavari.example' }] });
});
