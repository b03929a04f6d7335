import { expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import { bulk, done, undo } from '~/modules/records/batches/server/batches.builders';
import type { Lead } from '../leads.fields';
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

it('is counted by the report of leads', async () => {
  const report = await test.admin.get<{ rows: object[] }>('/reports/leads?group=lost_reason');
  expect(report.body.data.rows).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'Price', leads: 1 })]),
  );
});
