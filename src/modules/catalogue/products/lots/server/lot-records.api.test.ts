import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { bulk, done, undo } from '~/modules/records/batches/server/batches.builders';
import type { TimelineItem } from '~/modules/records/records/timeline.fields';
import { sendFile } from '~/modules/collaboration/attachments/server/attachments.builders';
import { makeNote } from '~/modules/collaboration/notes/server/notes.builders';
import type { Lot } from '../lots.fields';
import { makeLot } from './lots.builders';

const test = fileServer();

const read = async (id: number) => (await test.admin.get<Lot>(`/lots/${id}`)).body.data;

it('many change together, and back, but one that changed since', async () => {
  const lots = [
    await makeLot(test.admin, { expires_on: '2099-01-31' }),
    await makeLot(test.admin),
  ] as const;
  const ids = lots.map(({ id }) => id);
  const values = { expires_on: '2099-12-31', vendor_lot: 'JSW-1' };
  const { batch_id, results } = await done(bulk(test.admin, 'lots', ids, values));
  expect(results).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await read(lots[0].id)).toMatchObject(values);
  await test.admin.put(`/lots/${lots[1].id}`, { notes: 'Rust on the edge' });
  expect(await done(undo(test.admin, batch_id))).toMatchObject({
    undone: 1,
    left: [{ id: lots[1].id, label: 'H-7' }],
  });
  expect(await read(lots[0].id)).toMatchObject({ expires_on: '2099-01-31', vendor_lot: null });
});

it('none is deleted', async () => {
  const { id } = await makeLot(test.admin);
  const { results } = await done(bulk(test.admin, 'lots', [id], null));
  expect(results).toEqual([{ id, ok: false, error: 'A lot is deleted with its product only' }]);
});

it('has notes, files and its changes, by the rights to stock', async () => {
  const { id } = await makeLot(test.admin);
  const path = `/lots/${id}`;
  await test.admin.put(path, { vendor_lot: 'JSW-1' });
  await sendFile(test.admin, path, 'certificate.txt', 'Heat 7: C 0.18');
  await makeNote(test.admin, path, { text: 'Certificate came by mail' });
  const { client: reader } = await signInWith(test, { stock: { read: 'all' } });
  const timeline = await reader.get<TimelineItem[]>(`${path}/timeline`);
  expect(timeline.body.data).toMatchObject([
    { kind: 'note', text: 'Certificate came by mail' },
    { kind: 'file', text: 'certificate.txt' },
    { kind: 'change', changes: [{ label: 'Vendor Lot', before: null, after: 'JSW-1' }] },
    { kind: 'change' },
  ]);
  expect((await sendFile(reader, path, 'other.txt', 'no')).status).toBe(403);
  const { client: outsider } = await signInWith(test, { products: { read: 'all' } });
  expect((await outsider.get(`${path}/files`)).status).toBe(403);
});
