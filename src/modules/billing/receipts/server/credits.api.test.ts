import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { type ApiResponse, makeRecord } from '~/kit/server/testing/test-calls';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import { readReport } from '~/kit/server/testing/test-reports';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import type { Payment } from '~/modules/billing/payments/payments.fields';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import type { Receivables, Statement } from '~/modules/billing/receivables/receivables.fields';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { openReceiptFixture } from './receipts.builders';
import { receiptChecks } from './receipts.invariants';

const test = fileServer();

const refusalOf = ({ status, body }: ApiResponse<unknown>) => [status, body.code];
const put = (id: number, values: object = { status: 'failed' }) =>
  test.admin.put<Payment>(`/payments/${id}`, values);

/** A paid invoice of ₹118 with ₹59 of credit from a note. */
async function openCredit() {
  const fixture = await openReceiptFixture(test.admin);
  const source = await fixture.bill();
  const body = paymentBody({ invoice_id: source, amount: 118 });
  const paid = (await test.admin.post<Payment>('/payments', body)).body.data;
  const notes = noteFixture(test.admin, await fixture.invoices.read(source));
  const note = await notes.issue([{}]);
  const path = `/invoices/${source}/credit`;
  return {
    ...fixture,
    source,
    paid,
    note,
    notes,
    setOff: (invoice_id: number, amount: number, caller = test.admin) =>
      caller.post<Invoice>(`${path}/set-off`, { allocations: [{ invoice_id, amount }] }),
    refund: (values: object = {}, caller = test.admin) =>
      caller.post<Invoice>(`${path}/refund`, { payment_method: 'bank_transfer', ...values }),
    /** The newest payment of the invoice. */
    newest: async (invoice: number): Promise<Payment | undefined> =>
      (await test.admin.get<Payment[]>(`/payments/invoice/${invoice}`)).body.data[0],
    stands: async (...ids: number[]) =>
      (await Promise.all(ids.map((id) => fixture.invoices.read(id)))).map(
        ({ status, paid_amount, balance_due, customer_credit }) => [
          status,
          paid_amount,
          balance_due,
          customer_credit,
        ],
      ),
    statement: async () =>
      (await test.admin.get<Statement>(`/customers/${fixture.customer_id}/statement`)).body.data,
  };
}

async function expectSound(): Promise<void> {
  for (const { name, faults } of receiptChecks)
    expect([name, (await faults.execute(test.server.database.db)).rows]).toEqual([name, []]);
}

const collected = async () =>
  (await test.admin.get<Receivables>('/receivables')).body.data.figures.collected_this_month;
const reported = async () => (await readReport(test.admin, 'payments?group=method')).rows;

it('pays another invoice from the credit without money, and can be reversed once', async () => {
  const credit = await openCredit();
  const { source, stands, newest } = credit;
  const target = await credit.bill();
  const before = [await collected(), await reported()];
  expect((await credit.setOff(target, 40)).body.data).toMatchObject({ customer_credit: 19 });
  expect(await stands(source, target)).toEqual([
    ['paid', 78, 0, 19],
    ['partially_paid', 40, 78, 0],
  ]);
  expect([await collected(), await reported()]).toEqual(before);
  const [half, other] = [await newest(source), await newest(target)];
  const numbers = await Promise.all([source, target].map((id) => credit.invoices.read(id)));
  expect([half, other]).toMatchObject([
    { kind: 'set_off', amount: -40, reference_number: numbers[1]?.invoice_number },
    { kind: 'set_off', amount: 40, reference_number: numbers[0]?.invoice_number },
  ]);
  const { lines, closing } = await credit.statement();
  expect(lines.slice(-2)).toMatchObject([
    { kind: 'set_off', number: `Set-off #${half?.id}`, debit: 40, credit: 0 },
    { kind: 'set_off', number: `Set-off #${other?.id}`, debit: 0, credit: 40, balance: 59 },
  ]);
  expect(closing).toBe(78 - 19);
  await expectSound();

  const id = other?.id ?? 0;
  expect(refusalOf(await put(id, { notes: 'x' }))).toEqual([409, 'payment.is_set_off']);
  expect(refusalOf(await test.admin.delete(`/payments/${id}`))).toEqual([
    409,
    'payment.is_set_off',
  ]);
  expect(refusalOf(await test.admin.get(`/payments/${id}/pdf`))).toEqual([
    409,
    'payment.is_set_off',
  ]);
  expect((await put(id)).body.data).toMatchObject({ id, status: 'failed' });
  expect(await stands(source, target)).toEqual([
    ['paid', 118, 0, 59],
    ['sent', 0, 118, 0],
  ]);
  for (const each of [half?.id ?? 0, id])
    expect(refusalOf(await put(each))).toEqual([409, 'payment.is_set_off']);
  expect((await credit.statement()).closing).toBe(59);
  await expectSound();
});

it('refunds with a numbered voucher, which the account and the payment show', async () => {
  const credit = await openCredit();
  const { source } = credit;
  const created = await credit.refund({ amount: 20, reference_number: 'UTR 77' });
  expect([created.status, created.body.data.customer_credit]).toEqual([201, 39]);
  const payment = await credit.newest(source);
  expect(payment).toMatchObject({ kind: 'refund', amount: -20, reference_number: 'UTR 77' });
  const { body } = await credit.refund();
  expect(body.data).toMatchObject({ status: 'paid', paid_amount: 59, customer_credit: 0 });
  const pdf = await test.admin.get(`/payments/${payment?.id}/pdf`);
  const text = (await pagesOf(pdf.content)).join(' ');
  const { invoice_number } = await credit.invoices.read(source);
  for (const each of ['REFUND VOUCHER', invoice_number, 'Invoice Date', 'UTR 77'])
    expect(text).toContain(each);
  const { lines, closing } = await credit.statement();
  expect(lines.slice(-2)).toMatchObject([
    { kind: 'refund', number: expect.stringMatching(/^RF-/), debit: 20 },
    { kind: 'refund', debit: 39, balance: 0 },
  ]);
  expect(closing).toBe(0);
  expect(refusalOf(await put(payment?.id ?? 0))).toEqual([409, 'payment.is_refund']);
  await expectSound();
});

it('refuses more than the credit, also of many at once, and invoices that it cannot pay', async () => {
  const credit = await openCredit();
  const { source } = credit;
  const target = await credit.bill();
  const targets = [target, await credit.bill()];
  expect(refusalOf(await credit.setOff(target, 59.01))).toEqual([409, 'invoice.exceeds_credit']);
  expect(refusalOf(await credit.refund({ amount: 60 }))).toEqual([409, 'invoice.exceeds_credit']);
  expect((await credit.setOff(source, 1)).status).toBe(400);
  const draft = (await credit.invoices.make({})).id;
  expect(refusalOf(await credit.setOff(draft, 1))).toEqual([409, 'invoice.is_draft']);
  const other = await openCredit();
  const [foreign, small] = [await other.bill(), await credit.bill(1)];
  expect(refusalOf(await credit.setOff(foreign, 1))).toEqual([400, 'receipt.customer_mismatch']);
  expect(refusalOf(await credit.setOff(small, 3))).toEqual([400, 'payment.exceeds_balance']);
  expect((await credit.refund({ refund_date: '2020-01-01' })).status).toBe(400);

  const all = await Promise.all([
    ...targets.map((id) => credit.setOff(id, 59)),
    credit.refund({ amount: 59 }),
  ]);
  expect(all.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(await credit.stands(source)).toEqual([['paid', 59, 0, 0]]);
  await expectSound();
});

it('loses no money when the note is cancelled, and when the payment fails from which the credit came', async () => {
  const credit = await openCredit();
  const { source, stands } = credit;
  const target = await credit.bill();
  await credit.setOff(target, 59);
  expect((await credit.notes.setStatus(credit.note.id, 'cancelled')).status).toBe(200);
  expect(await stands(source, target)).toEqual([
    ['partially_paid', 59, 59, 0],
    ['partially_paid', 59, 59, 0],
  ]);
  expect((await credit.statement()).closing).toBe(118);
  // The cheque bounces: the customer owes what it paid, and what was set off from it.
  expect((await put(credit.paid.id)).status).toBe(200);
  expect(await stands(source, target)).toEqual([
    ['sent', -59, 177, 0],
    ['partially_paid', 59, 59, 0],
  ]);
  expect((await credit.statement()).closing).toBe(236);
  await expectSound();
  const half = await credit.newest(target);
  expect((await put(half?.id ?? 0)).status).toBe(200);
  expect(await stands(source, target)).toEqual([
    ['sent', 0, 118, 0],
    ['sent', 0, 118, 0],
  ]);
  await expectSound();
});

it('is owed again where the payment fails and the credit was refunded', async () => {
  const credit = await openCredit();
  const { source, stands } = credit;
  expect((await credit.refund({})).status).toBe(201);
  expect((await put(credit.paid.id)).status).toBe(200);
  expect(await stands(source)).toEqual([['sent', -59, 118, 0]]);
  expect((await credit.invoices.setStatus(source, 'cancelled')).status).toBe(409);
  expect((await credit.statement()).closing).toBe(118);
  await makeRecord(test.admin, '/payments', paymentBody({ invoice_id: source, amount: 118 }));
  expect(await stands(source)).toEqual([['paid', 59, 0, 0]]);
  await expectSound();
});

it('does not turn a write-off into credit by a reversal', async () => {
  const credit = await openCredit();
  const target = await credit.bill();
  await credit.setOff(target, 59);
  await credit.notes.setStatus(credit.note.id, 'cancelled');
  await test.admin.post(`/invoices/${credit.source}/write-off`, { reason: 'Agreed' });
  const half = await credit.newest(target);
  const refused = await put(half?.id ?? 0);
  expect(refusalOf(refused)).toEqual([409, 'invoice.written_off']);
  expect(refused.body.details).toMatchObject([{ record: { type: 'invoice', id: credit.source } }]);
});

it('follows the rights of receipts, and refunds that of payments', async () => {
  const all = { read: 'all', create: true, update: true, delete: true, export: true } as const;
  const rights = { invoices: { ...all, issue: true }, payments: all, receipts: all };
  const { client } = await signInWith(test, rights);
  const credit = await openCredit();
  const target = await credit.bill();
  expect(refusalOf(await credit.refund({}, client))).toEqual([403, 'auth.right_missing']);
  expect((await credit.setOff(target, 1, client)).status).toBe(200);
});
