import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { readReport, rowsBehind } from '~/kit/server/testing/test-reports';
import { dayOf } from '~/kit/shared/time/days';
import { bulk, done, undo } from '~/modules/records/batches/server/batches.builders';
import type { Lead } from '../leads.fields';
import { leadFilters } from '../leads.filters';
import { makeLead } from './leads.builders';

const test = fileServer();

async function change(id: number, patch: object) {
  const response = await test.admin.put<Lead>(`/leads/${id}`, patch);
  return response.status === 200 ? response.body.data : response.body;
}

const aboutReason = (message: string) => ({ details: [{ field: 'lost_reason', message }] });

it('stays with a lost lead, and is cleared when the lead is open again', async () => {
  const { id } = await makeLead(test.admin);
  expect(await change(id, { lost_reason: 'Price' })).toMatchObject(
    aboutReason('Only a lost lead has a lost reason. Set the status to Lost first.'),
  );
  const lost = await change(id, { status: 'lost', lost_reason: 'Price' });
  expect(lost).toMatchObject({ status: 'lost', lost_reason: 'Price' });
  // A whole form, still with the reason that it was opened with.
  const open = await change(id, { status: 'active', lost_reason: 'Price' });
  expect(open).toMatchObject({ status: 'active', lost_reason: null });
  expect(await change(id, { status: 'lost' })).toMatchObject({ lost_reason: null });
});

it('is one of the list in the settings, or an earlier one', async () => {
  const { id } = await makeLead(test.admin, { status: 'lost', lost_reason: 'No budget' });
  const own = { lost_reasons: ['Too far away', 'Price'] };
  expect((await test.admin.put('/settings', own)).body.data).toMatchObject(own);
  expect(await change(id, { lost_reason: 'No budget', city: 'Pune' })).toMatchObject({
    lost_reason: 'No budget',
    city: 'Pune',
  });
  expect(await change(id, { lost_reason: 'Competitor' })).toMatchObject(
    aboutReason('The lost reason must be one of: Too far away, Price'),
  );
  expect(await change(id, { lost_reason: 'Too far away' })).toMatchObject({
    lost_reason: 'Too far away',
  });
  const twice = await test.admin.put('/settings', { lost_reasons: ['Price', ' Price '] });
  expect([twice.status, twice.body.error]).toEqual([
    400,
    'Each lost reason can be there only once',
  ]);
  await test.admin.put('/settings', { lost_reasons: ['Price', 'Competitor'] });
});

it('is given to many leads at once, and to those alone that are lost', async () => {
  const open = await makeLead(test.admin);
  const lost = await makeLead(test.admin, { status: 'lost' });
  const ids = [open.id, lost.id];
  const response = await done(bulk(test.admin, 'leads', ids, { lost_reason: 'Price' }));
  expect(response).toMatchObject({
    results: [
      { id: open.id, ok: false },
      { id: lost.id, ok: true },
    ],
  });
});

it('comes back when leads that were opened again are lost again by an undo', async () => {
  const { id } = await makeLead(test.admin, { status: 'lost', lost_reason: 'Competitor' });
  const { batch_id } = await done(bulk(test.admin, 'leads', [id], { status: 'contacted' }));
  const read = async () => (await test.admin.get<Lead>(`/leads/${id}`)).body.data;
  expect(await read()).toMatchObject({ status: 'contacted', lost_reason: null });
  await done(undo(test.admin, batch_id));
  expect(await read()).toMatchObject({ status: 'lost', lost_reason: 'Competitor' });
});

it('is counted by the report of leads, which leads to exactly these', async () => {
  const odd = 'R&D #1: 50% + more';
  await test.admin.put('/settings', { lost_reasons: ['Price', 'Price of service', odd] });
  for (const lost_reason of ['Price of service', odd, null])
    await makeLead(test.admin, { status: 'lost', lost_reason });
  const { rows, named } = await readReport(test.admin, 'leads?group=lost_reason');
  expect(named('Price')).toMatchObject({ leads: 1 });
  const list = {
    path: '/leads',
    rows: (await test.admin.get<Lead[]>('/leads')).body.data,
    filters: leadFilters,
    details: { today: dayOf(new Date(), 'Asia/Kolkata'), timeZone: 'Asia/Kolkata' },
  };
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Price', 'Price of service', odd, 'No reason given']),
  );
  for (const row of rows) {
    const reasons = rowsBehind(row, list).map((lead) => lead.lost_reason ?? 'No reason given');
    expect(reasons).toEqual(Array.from({ length: Number(row['leads']) }, () => row['name']));
  }
});
