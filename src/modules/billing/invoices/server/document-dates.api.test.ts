import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { monthName } from '~/kit/shared/time/days';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import type {
  CheckResult,
  DocumentCheckResult,
  FiledMonth,
} from '~/modules/sales/documents/findings/findings.fields';
import { type InvoiceFixture, openInvoiceFixture } from './invoices.builders';

const test = fileServer();
let fixture: InvoiceFixture;

beforeAll(async () => {
  fixture = await openInvoiceFixture(test.admin);
});

/** Without what portals would say of the address and so on. */
async function warnings(path: string): Promise<string[]> {
  const { status, body } = await test.admin.get<CheckResult>(path);
  expect(status, body.error).toBe(200);
  expect(body.data.findings.every(({ severity }) => severity === 'warning')).toBe(true);
  return body.data.findings.filter(({ field }) => field === 'date').map(({ message }) => message);
}

async function isFiled(path: string): Promise<boolean> {
  return (await test.admin.get<DocumentCheckResult>(`${path}/check`)).body.data.is_filed;
}

async function filedOf(ids: readonly number[]): Promise<FiledMonth[]> {
  return (await test.admin.post<FiledMonth[]>('/invoices/filed', { ids })).body.data;
}

it('a check says whether a filed return contains the document', async () => {
  const status = 'pending' as const;
  const values = { invoice_date: '2025-08-04', due_date: '2025-08-30', status };
  const first = await fixture.make(values);
  const notes = noteFixture(test.admin, first);
  const note = await notes.issue([{ quantity: 1 }], { note_date: '2025-08-05' });
  const paths = [`/invoices/${first.id}`, `/credit-notes/${note.id}`];
  expect(await Promise.all(paths.map(isFiled))).toEqual([false, false]);
  await test.admin.put('/tax/gstr1/2025-08/filed');
  expect(await Promise.all(paths.map(isFiled))).toEqual([true, true]);
  const late = await fixture.make(values);
  expect(await isFiled(`/invoices/${late.id}`)).toBe(false);
  const ids = [first.id, late.id];
  expect(await filedOf(ids)).toEqual([{ month: '2025-08', documents: 1 }]);
  await test.admin.delete('/tax/gstr1/2025-08/filed');
  expect(await filedOf(ids)).toEqual([]);
  expect(await Promise.all(paths.map(isFiled))).toEqual([false, false]);
});

it('a date before the last number of the series, or in a filed month, is warned of', async () => {
  const [month, inMonth] = ['2025-10', '2025-10-15'];
  const [earlier, today] = ['2025-11-19', '2025-11-20'];
  const dated = (invoice_date: string, status: 'draft' | 'pending' = 'draft') =>
    fixture.make({ invoice_date, due_date: today, status });

  expect(await warnings(`/invoices/date-check?date=${inMonth}`)).toEqual([]);
  const old = await dated(inMonth, 'pending');
  expect(await warnings(`/invoices/${old.id}/check`)).toEqual([]);
  const first = await dated(today, 'pending');
  const draft = await dated(earlier);
  const byNumber = [expect.stringContaining(first.invoice_number)];
  expect(await warnings(`/invoices/${draft.id}/check`)).toEqual(byNumber);
  expect(await warnings(`/invoices/date-check?date=${earlier}`)).toEqual(byNumber);
  expect(await warnings(`/invoices/date-check?date=${today}`)).toEqual([]);
  expect((await fixture.setStatus(draft.id, 'pending')).status).toBe(200);
  expect(await warnings(`/invoices/${draft.id}/check`)).toEqual(byNumber);
  expect(await warnings(`/invoices/${first.id}/check`)).toEqual([]);

  const notes = noteFixture(test.admin, old);
  const note = await notes.issue([{ quantity: 1 }], { note_date: today });
  const filed = await test.admin.put(`/tax/gstr1/${month}/filed`);
  expect(filed.status).toBe(200);
  const byMonth = expect.stringContaining(monthName(month));
  expect(await warnings(`/invoices/${old.id}/check`)).toEqual([]);
  const late = await dated(inMonth);
  const last = (await fixture.read(draft.id)).invoice_number;
  expect(await warnings(`/invoices/${late.id}/check`)).toEqual([
    byMonth,
    expect.stringContaining(last),
  ]);
  expect((await fixture.setStatus(late.id, 'pending')).status).toBe(200);
  expect((await warnings(`/invoices/${late.id}/check`))[0]).toEqual(byMonth);

  const second = await notes.make([{ quantity: 1 }], { note_date: inMonth });
  expect(await warnings(`/credit-notes/${second.id}/check`)).toEqual([
    byMonth,
    expect.stringContaining(note.note_number),
  ]);
  expect(await warnings(`/credit-notes/date-check?date=${inMonth}`)).toHaveLength(2);
  expect(await warnings(`/debit-notes/date-check?date=${inMonth}`)).toEqual([byMonth]);
  await test.admin.delete(`/tax/gstr1/${month}/filed`);
  expect(await warnings(`/debit-notes/date-check?date=${inMonth}`)).toEqual([]);
  expect((await test.admin.get('/invoices/date-check?date=2026-13-01')).status).toBe(400);
});
