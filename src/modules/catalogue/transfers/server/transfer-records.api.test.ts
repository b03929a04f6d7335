import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { bulk, done, undo } from '~/modules/records/batches/server/batches.builders';
import type { TimelineItem } from '~/modules/records/records/timeline.fields';
import { makeNote } from '~/modules/collaboration/notes/server/notes.builders';
import type { RecordNote } from '~/modules/collaboration/notes/notes.fields';
import type { TransferWithItems } from '../transfers.fields';
import { makeTransfer } from './transfers.builders';

const test = fileServer();

const read = async (id: number) =>
  (await test.admin.get<TransferWithItems>(`/transfers/${id}`)).body.data;
const change = (ids: readonly number[], values: object | null) =>
  done(bulk(test.admin, 'transfers', ids, values));

describe('many transfers', () => {
  it('take texts together, and give them back', async () => {
    const draft = await makeTransfer(test.admin, { vehicle_number: 'MH12AB1234' });
    const moved = await makeTransfer(test.admin, { status: 'done' });
    const ids = [draft.id, moved.id];
    const { batch_id, results } = await change(ids, { vehicle_number: 'MH14CD1', notes: 'Seen' });
    expect(results).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await read(moved.id)).toMatchObject({ vehicle_number: 'MH14CD1', notes: 'Seen' });
    expect(await done(undo(test.admin, batch_id))).toMatchObject({ undone: 2, left: [] });
    expect(await read(draft.id)).toMatchObject({ vehicle_number: 'MH12AB1234', notes: null });
    const dated = await change(ids, { transfer_date: '2026-01-01' });
    expect(dated.results).toMatchObject([
      { ok: true },
      { ok: false, error: 'Transfer Date cannot be changed: the goods have moved' },
    ]);
  });

  it('move and go back one by one, each by its rules', async () => {
    const [one, two] = [await makeTransfer(test.admin), await makeTransfer(test.admin)];
    const short = await makeTransfer(test.admin);
    await test.admin.post(`/products/${short.items[0]?.product_id}/adjust-stock`, {
      adjustment_type: 'out',
      quantity: 9,
    });
    const moved = await change([one.id, short.id, two.id], { status: 'done' });
    expect(moved.results.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect((await read(one.id)).transfer_number).toMatch(/^TR-\d\d-\d\d-\d{5}$/);
    expect(await done(undo(test.admin, moved.batch_id))).toMatchObject({
      undone: 0,
      left: [
        { reason: 'A transfer that is done cannot be a draft again' },
        { reason: 'A transfer that is done cannot be a draft again' },
      ],
    });
    const cancelled = await change([one.id, short.id], { status: 'cancelled' });
    expect(cancelled.results).toMatchObject([
      { ok: true },
      { ok: false, error: 'A draft is deleted, not cancelled' },
    ]);
    expect((await read(one.id)).status).toBe('cancelled');
  });

  it('are deleted as drafts alone, and come back whole with their notes', async () => {
    const draft = await makeTransfer(test.admin);
    const moved = await makeTransfer(test.admin, { status: 'done' });
    const note = await makeNote(test.admin, `/transfers/${draft.id}`);
    const { batch_id, results } = await change([draft.id, moved.id], null);
    expect(results).toMatchObject([
      { ok: true },
      { ok: false, error: 'Only drafts can be deleted' },
    ]);
    expect((await test.admin.get(`/transfers/${draft.id}/notes`)).status).toBe(404);
    expect(await done(undo(test.admin, batch_id))).toMatchObject({ undone: 1, left: [] });
    expect(await read(draft.id)).toMatchObject({
      transfer_number: draft.transfer_number,
      items: draft.items,
    });
    const notes = await test.admin.get<RecordNote[]>(`/transfers/${draft.id}/notes`);
    expect(notes.body.data).toMatchObject([{ id: note.id, kind: 'transfers' }]);
  });

  it('need the rights to stock', async () => {
    const { id } = await makeTransfer(test.admin);
    const { client } = await signInWith(test, { stock: { read: 'all' } });
    for (const values of [{ notes: 'Seen' }, null])
      expect((await bulk(client, 'transfers', [id], values)).status).toBe(403);
  });
});

it('is on the timeline of its products, for people who may read stock', async () => {
  const { id, items, transfer_number, to_name } = await makeTransfer(test.admin, {
    status: 'done',
  });
  const path = `/products/${items[0]?.product_id}/timeline`;
  const shown = (await test.admin.get<TimelineItem[]>(path)).body.data;
  expect(shown).toContainEqual(
    expect.objectContaining({
      title: `Transfer ${transfer_number}`,
      text: `Main to ${to_name}, Done, 1 item`,
      link: { type: 'transfer', id },
    }),
  );
  const { client } = await signInWith(test, { products: { read: 'all' } });
  const hidden = (await client.get<TimelineItem[]>(path)).body.data;
  expect(JSON.stringify(hidden)).not.toContain(transfer_number);
});

it('has notes, files and next steps by the rights to stock', async () => {
  const { id } = await makeTransfer(test.admin);
  const { client: reader } = await signInWith(test, { stock: { read: 'all' } });
  const { client: outsider } = await signInWith(test, { products: { read: 'all' } });
  const note = await makeNote(test.admin, `/transfers/${id}`, { text: 'Two crates are open' });
  for (const part of ['notes', 'files', 'next-steps', 'timeline']) {
    expect((await reader.get(`/transfers/${id}/${part}`)).status, part).toBe(200);
    expect((await outsider.get(`/transfers/${id}/${part}`)).status, part).toBe(403);
  }
  expect((await reader.post(`/transfers/${id}/notes`, { text: 'Seen' })).status).toBe(403);
  const timeline = await reader.get<TimelineItem[]>(`/transfers/${id}/timeline`);
  expect(timeline.body.data).toMatchObject([{ kind: 'note', text: note.text }, { kind: 'change' }]);
});
