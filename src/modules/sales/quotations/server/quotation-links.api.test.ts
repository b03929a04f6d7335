import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '~/app/testing/test-server';
import { type MailServer, startMailServer } from '~/kit/server/testing/test-mail-server';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import type { PublicQuotation } from '../public.fields';
import type { QuotationWithLines } from '../quotations.fields';
import { makeQuotation } from './quotations.builders';

let mails: MailServer;
let server: TestServer;
let admin: TestClient;
/** What the mail server says to the next recipients. */
const replyCodes: number[] = [];
const ids = { customer: 0, product: 0 };

beforeAll(async () => {
  mails = await startMailServer({}, replyCodes);
  server = await startTestServer({ SMTP_URL: mails.url });
  admin = await server.signIn();
  await admin.put('/billing/profile', { company_name: 'Deccan Gears' });
  ids.customer = (await makeCustomer(admin, { email: 'buyer@kaveri.example' })).id;
  ids.product = (await makeProduct(admin, { product_name: 'Gear pump' })).id;
});
beforeEach(() => {
  mails.received.length = 0;
  replyCodes.length = 0;
});
afterAll(async () => {
  await server.close();
  await mails.close();
});

const line = (own: object = {}) => ({
  product_id: ids.product,
  quantity: 2,
  unit_price: 150,
  ...own,
});

const create = (own: object = {}) =>
  makeQuotation(admin, { customer_id: ids.customer, items: [line()], ...own });

/** Mails a quotation; gives the token of the link in the mail. */
async function mailed(own: object = {}): Promise<{ id: number; token: string }> {
  const { id } = await create(own);
  const response = await admin.post<QuotationWithLines>(`/quotations/${id}/send`);
  expect(response.status, response.body.error).toBe(200);
  await expect
    .poll(async () => (await admin.get(`/quotations/${id}`)).body.data)
    .toMatchObject({ status: 'sent', mail_status: 'accepted' });
  const links = mails.received.flatMap(
    ({ text }) => /\/q\/([\w-]{43})/.exec(text ?? '')?.[1] ?? [],
  );
  const token = links.at(-1) ?? '';
  expect(token).not.toBe('');
  return { id, token };
}

const asPublic = () => server.client();

async function visit(token: string): Promise<{ status: number; text: string }> {
  const page = await fetch(`${server.url}/q/${token}`);
  return { status: page.status, text: await page.text() };
}

describe('the link', () => {
  it('goes out by mail with the PDF, and stays the same', async () => {
    const { id, token } = await mailed();
    const [mail] = mails.received;
    expect(mail?.attachments).toHaveLength(1);
    await admin.post(`/quotations/${id}/send`);
    expect(mails.received.at(-1)?.text).toContain(`/q/${token}`);
  });

  it('shows what the paper says and nothing else', async () => {
    const { token } = await mailed({ notes: 'Margin is thin', terms_conditions: 'Ex works' });
    const response = await asPublic().get<PublicQuotation>(`/public/quotations/${token}`);
    expect(response.body.data).toMatchObject({
      company_name: 'Deccan Gears',
      status: 'sent',
      total_amount: 330,
      items: [{ description: 'Gear pump', quantity: 2, position: 1 }],
    });
    expect(JSON.stringify(response.body)).not.toMatch(/Margin|_id|created_by|"notes"|mail/);
    const page = await visit(token);
    expect(page.text).toContain('Accept Quotation');
    expect(page.text).not.toContain('Margin');
  });

  it('shows the printed own fields as they were at issue', async () => {
    const own = async (body: object) =>
      (await admin.post<{ id: number }>('/custom-fields', { kind: 'quotations', ...body })).body
        .data.id;
    const choices = [{ value: 'tpi', label: 'Third <Party>' }];
    const id = await own({ label: 'Inspection', type: 'choice', choices, is_printed: true });
    await own({ label: 'Colour', type: 'text' });
    const { token } = await mailed({ custom: { inspection: 'tpi', colour: 'Teal' } });
    await admin.put(`/custom-fields/${id}`, { label: 'Tested By', is_printed: false });
    const response = await asPublic().get<PublicQuotation>(`/public/quotations/${token}`);
    expect(response.body.data.printed_fields).toEqual([
      { label: 'Inspection', value: 'Third <Party>' },
    ]);
    const page = await visit(token);
    expect(page.text).toContain('<dt>Inspection</dt><dd>Third &lt;Party&gt;</dd>');
    expect(page.text).not.toMatch(/Teal|Tested By/);
  });

  it('takes one decision, and tells the second one of the first', async () => {
    const { id, token } = await mailed({ items: [line(), line({ is_option: true, quantity: 1 })] });
    const both = await Promise.all([
      asPublic().post(`/public/quotations/${token}/accept`, {
        name: 'Asha Rao',
        purchase_order: 'PO 9',
        options: [2],
      }),
      asPublic().post(`/public/quotations/${token}/accept`, { name: 'Asha Rao', options: [2] }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = await asPublic().post(`/public/quotations/${token}/decline`, { name: 'Bo' });
    expect([late.status, late.body.error]).toEqual([
      409,
      'This quotation was accepted by Asha Rao before',
    ]);
    expect(late.body.details[0]?.message).toMatch(
      /^Accepted by Asha Rao on \d{1,2} \w{3} \d{4}, \d{1,2}:\d\d [ap]m$/,
    );
    const now = (await admin.get<QuotationWithLines>(`/quotations/${id}`)).body.data;
    expect(now).toMatchObject({ status: 'accepted', decided_by_name: 'Asha Rao', subtotal: 450 });
  });

  it('leaves room for those who are signed in, however many visitors want the PDF', async () => {
    const { id, token } = await mailed();
    const visitors = Array.from({ length: 60 }, () =>
      asPublic().get(`/public/quotations/${token}/pdf`),
    );
    const own = await admin.get(`/quotations/${id}/pdf`);
    expect(own.status).toBe(200);
    const statuses = new Set((await Promise.all(visitors)).map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 503]);
  });

  it('is refused without a name', async () => {
    const { token } = await mailed();
    const response = await asPublic().post(`/public/quotations/${token}/decline`, { reason: 'No' });
    expect([response.status, response.body.error]).toEqual([400, 'Please enter your name']);
  });

  it('is open to the last day that there is', async () => {
    const { token } = await mailed({ valid_until: '9999-12-31' });
    expect((await asPublic().get(`/public/quotations/${token}`)).status).toBe(200);
    expect((await visit(token)).status).toBe(200);
  });

  it('takes no line that is not an option', async () => {
    const { id, token } = await mailed({ items: [line(), line({ is_option: true })] });
    for (const position of [0, 1, 3]) {
      const body = { name: 'Asha Rao', options: [2, position] };
      const response = await asPublic().post(`/public/quotations/${token}/accept`, body);
      expect([response.status, response.body.error]).toEqual([
        400,
        `Line ${position} is not an option`,
      ]);
    }
    expect((await admin.get(`/quotations/${id}`)).body.data).toMatchObject({ status: 'sent' });
  });

  it('says why it shows nothing', async () => {
    const { id, token } = await mailed();
    const none = await asPublic().get(`/public/quotations/${'x'.repeat(43)}`);
    expect([none.status, none.body.code]).toEqual([404, 'quotation_link.unknown']);
    const next = await admin.post<QuotationWithLines>(`/quotations/${id}/revise`);
    const old = await asPublic().get(`/public/quotations/${token}`);
    expect([old.status, old.body.code]).toEqual([404, 'quotation_link.superseded']);
    // A draft has no link to use.
    const being = await visit(token);
    expect([being.status, being.text.includes('is being revised')]).toEqual([404, true]);
    await admin.put(`/quotations/${next.body.data.id}/status`, { status: 'sent' });
    const page = await visit(token);
    expect([page.status, page.text.includes('newer revision')]).toEqual([404, true]);
  });

  it('calls an order made without a decision no acceptance', async () => {
    const { id, token } = await mailed();
    expect((await admin.post(`/quotations/${id}/order`, { force: true })).status).toBe(201);
    const late = await asPublic().post(`/public/quotations/${token}/accept`, { name: 'Bo' });
    expect([late.status, late.body.error]).toEqual([
      409,
      'An order was already created from this quotation',
    ]);
    expect((await visit(token)).text).not.toContain('accepted before');
  });

  it('leaves a draft a draft when the mail server refuses, and says so on the row', async () => {
    replyCodes.push(550);
    const { id } = await create();
    const response = await admin.post(`/quotations/${id}/send`);
    expect(response.status).toBe(502);
    expect((await admin.get(`/quotations/${id}`)).body.data).toMatchObject({
      status: 'draft',
      mail_status: 'failed',
    });
  });

  it('does not go out past the last day', async () => {
    const { id } = await create({ quotation_date: '2020-01-01', valid_until: '2020-01-31' });
    const response = await admin.post(`/quotations/${id}/send`);
    expect([response.status, response.body.code, response.body.error]).toEqual([
      409,
      'quotation.expired',
      'This quotation was valid until 31 Jan 2020. Change the date first.',
    ]);
    expect(mails.received).toEqual([]);
  });

  it('needs an address', async () => {
    const lead = await makeLead(admin, { email: null });
    const { id } = await makeQuotation(admin, { lead_id: lead.id, items: [line()] });
    const response = await admin.post(`/quotations/${id}/send`);
    expect([response.status, response.body.code]).toEqual([400, 'quotation.recipient_missing']);
  });
});

describe('the page', () => {
  const post = (token: string, form: Record<string, string>) =>
    fetch(`${server.url}/q/${token}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    });

  it('takes a decision by its form, thanks, and offers no second one', async () => {
    const { id, token } = await mailed();
    const refused = await post(token, { decision: 'accept', name: ' ', purchase_order: 'PO <9>' });
    expect(refused.status).toBe(400);
    const text = await refused.text();
    expect(text).toContain('Please enter your name');
    expect(text).toContain('value="PO &lt;9&gt;"');
    const accepted = await post(token, {
      decision: 'accept',
      name: 'Asha',
      purchase_order: 'PO 9',
    });
    expect(accepted.status).toBe(303);
    const page = await fetch(`${server.url}${accepted.headers.get('location')}`);
    const thanks = await page.text();
    expect(thanks).toContain('Thank you. Deccan Gears has been notified.');
    expect(thanks).not.toContain('Accept Quotation');
    expect((await admin.get<QuotationWithLines>(`/quotations/${id}`)).body.data).toMatchObject({
      status: 'accepted',
      purchase_order: 'PO 9',
    });
    const late = await post(token, { decision: 'decline', name: 'Bo' });
    expect([late.status, (await late.text()).includes('accepted by Asha before')]).toEqual([
      409,
      true,
    ]);
  });

  it.each(['', 'maybe', 'constructor'])('takes no decision "%s"', async (decision) => {
    const { id, token } = await mailed();
    const response = await post(token, { decision, name: 'Asha', purchase_order: 'PO 9' });
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain('Please accept or decline');
    expect(text).toContain('value="PO 9"');
    expect((await admin.get(`/quotations/${id}`)).body.data).toMatchObject({ status: 'sent' });
  });

  it('runs nothing that a quotation says', async () => {
    const { token } = await mailed({ cover_text: '<script>alert(1)</script>' });
    const page = await visit(token);
    expect(page.text).not.toContain('<script>');
    expect(page.text).toContain('&lt;script&gt;');
  });
});

it('lets the visitors of one link hold up those of no other link', async () => {
  const [one, other] = [await mailed(), await mailed()];
  const pdfOf = ({ token }: { token: string }) => asPublic().get(`/public/quotations/${token}/pdf`);
  const many = Array.from({ length: 30 }, () => pdfOf(one));
  const [own, ...crowd] = await Promise.all([pdfOf(other), ...many]);
  expect(own.status).toBe(200);
  expect(crowd.map(({ status }) => status)).toContain(503);
});

it('stores the name of a visitor as one line of text in its usual direction', async () => {
  const { id, token } = await mailed();
  const path = `/public/quotations/${token}/accept`;
  expect((await asPublic().post(path, { name: '\u202e\u2066' })).status).toBe(400);
  expect((await asPublic().post(path, { name: 'Asha\nRao \u202egnp.exe' })).status).toBe(200);
  const { data } = (await admin.get<QuotationWithLines>(`/quotations/${id}`)).body;
  expect(data.decided_by_name).toBe('Asha Rao gnp.exe');
});
