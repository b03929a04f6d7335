import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { addDays, type Day, dayOf } from '~/kit/shared/time/days';
import type { InvoiceWithLines } from '../invoices.fields';
import { type InvoiceFixture, openInvoiceFixture } from './invoices.builders';

const test = fileServer();
let fixture: InvoiceFixture;

beforeAll(async () => {
  fixture = await openInvoiceFixture(test.admin);
});

const today = () => dayOf(test.server.clock.now(), 'Asia/Kolkata');

async function dueOn(id: number, day: Day): Promise<void> {
  await test.server.database.pool.query(
    'update invoices set invoice_date = least(invoice_date, $2), due_date = $2 where id = $1',
    [id, day],
  );
}

describe('the status', () => {
  it.each<[string, string, number]>([
    ['draft', 'pending', 200],
    ['draft', 'sent', 200],
    ['draft', 'cancelled', 409],
    ['draft', 'paid', 409],
    ['draft', 'overdue', 409],
    ['pending', 'sent', 200],
    ['sent', 'pending', 200],
    ['pending', 'cancelled', 200],
    ['sent', 'cancelled', 200],
    ['overdue', 'cancelled', 200],
    ['overdue', 'sent', 409],
    ['sent', 'draft', 409],
    ['sent', 'paid', 409],
    ['sent', 'partially_paid', 409],
    ['cancelled', 'pending', 409],
    ['cancelled', 'cancelled', 409],
    ['cancelled', 'draft', 409],
    ['pending', 'lost', 400],
  ])('%s to %s answers %i', async (from, to, expected) => {
    const initial = from === 'sent' || from === 'draft' ? from : 'pending';
    const { id } = await fixture.make({ status: initial });
    if (from === 'cancelled') await fixture.setStatus(id, 'cancelled');
    if (from === 'overdue') {
      await dueOn(id, addDays(today(), -1));
      expect((await fixture.refresh(id)).body.data.status).toBe('overdue');
    }
    const before = await fixture.read(id);
    const response = await fixture.setStatus(id, to);
    expect(response.status, response.body.error).toBe(expected);
    const after = await fixture.read(id);
    if (expected !== 200) return expect(after).toEqual(before);
    expect(response.body.data).toEqual(after);
    expect(after.status).toBe(to);
    if (from !== 'draft') return expect(after.invoice_number).toBe(before.invoice_number);
    return expect(after.invoice_number).toMatch(/^INV-/);
  });

  it('changes with the whole form too', async () => {
    const draft = await fixture.make();
    const issued = await fixture.put(draft.id, { status: 'pending', notes: 'Off it goes' });
    expect(issued.body.data).toMatchObject({ status: 'pending', notes: 'Off it goes' });
    expect((await fixture.put(draft.id, { status: 'paid' })).status).toBe(409);
  });

  it('never gives two the same number, nor leaves one out', async () => {
    const drafts = await Promise.all(Array.from({ length: 8 }, () => fixture.make()));
    const calls = drafts.flatMap(({ id }) => [
      fixture.setStatus(id, 'pending'),
      fixture.setStatus(id, 'sent'),
    ]);
    await Promise.all(calls);
    const series =
      await test.admin.get<{ series: string; gaps: number }[]>('/invoices/number-series');
    expect(
      series.body.data.filter((each) => each.series === 'invoice').map((each) => each.gaps),
    ).toEqual(series.body.data.map(() => 0));
    const numbers = (await test.admin.get<InvoiceWithLines[]>('/invoices')).body.data
      .map((each) => each.invoice_number)
      .filter((number) => number.startsWith('INV-26-27'))
      .sort();
    expect(numbers).toEqual(
      numbers.map((_, index) => `INV-26-27-${String(index + 1).padStart(5, '0')}`),
    );
  });

  it('deletes drafts alone', async () => {
    const draft = await fixture.make();
    expect((await test.admin.delete(`/invoices/${draft.id}`)).body.data).toEqual({ id: draft.id });
    expect((await test.admin.get(`/invoices/${draft.id}`)).status).toBe(404);
    const issued = await fixture.make({ status: 'pending' });
    const response = await test.admin.delete(`/invoices/${issued.id}`);
    expect([response.status, response.body.error]).toEqual([409, 'Only drafts can be deleted']);
  });

  it('becomes overdue on its own, the day after it was due, and back when it is due later', async () => {
    const past = await fixture.make({ status: 'sent' });
    const dueToday = await fixture.make({ status: 'pending', due_date: today() });
    const draft = await fixture.make();
    for (const { id } of [past, draft]) await dueOn(id, addDays(today(), -1));
    test.server.server.jobs.trigger('invoices.overdue');
    await expect.poll(async () => (await fixture.read(past.id)).status).toBe('overdue');
    expect((await fixture.read(dueToday.id)).status).toBe('pending');
    expect((await fixture.read(draft.id)).status).toBe('draft');
    expect((await fixture.refresh(draft.id)).body.data.status).toBe('draft');
    const feed =
      await test.admin.get<{ action: string; record: { id: number } }[]>('/activity?type=invoices');
    expect(feed.body.data.find((each) => each.action === 'overdue')?.record.id).toBe(past.id);
    const later = await fixture.put(past.id, { due_date: addDays(today(), 5) });
    expect(later.body.data.status).toBe('sent');
  });
});
