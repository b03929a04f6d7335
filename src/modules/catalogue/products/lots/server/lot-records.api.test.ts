import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { bulk, done, undo } from '~/modules/records/batches/server/batches.builders';
import type { TimelineItem } from '~/modules/records/records/timeline.fields';
import { sendFile } from '~/modules/collaboration/attachments/server/attachments.builders';
import { makeNote } from '~/modules/collaboration/notes/server/notes.builders';
import type { Lot } from '../lots.fields';
import { adjustStock } from '../../stock/server/stock.builders';
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

it('expires on its day of making at the earliest', async () => {
  const wrong = [
    400,
    [
      {
        field: 'expires_on',
        message: 'The lot expires before it is made. Correct one of the days.',
      },
    ],
  ];
  const days = { made_on: '2026-03-02', expires_on: '2026-03-01' };
  const lot = await makeLot(test.admin, { made_on: '2026-03-02', expires_on: '2026-03-02' });
  const path = `/lots/${lot.id}`;
  for (const call of [
    adjustStock(test.admin, lot.product_id, { quantity: 1, lot_number: 'H-8', ...days }),
    test.admin.put(path, days),
    test.admin.put(path, { made_on: '2026-03-03' }),
    bulk(test.admin, 'lots', [lot.id], days),
  ]) {
    const { status, body } = await call;
    expect([status, body.details]).toEqual(wrong);
  }
  const { results } = await done(
    bulk(test.admin, 'lots', [lot.id], { expires_on: days.expires_on }),
  );
  expect(results).toMatchObject([
    { ok: false, error: expect.stringContaining('expires before it is made') },
  ]);
  const { pool } = test.server.database;
  await pool.query(`update lots set expires_on = '2026-03-01' where id = $1`, [lot.id]);
  const stored = await read(lot.id);
  expect((await test.admin.put(path, { ...stored, notes: 'Wrong day' })).status).toBe(200);
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
