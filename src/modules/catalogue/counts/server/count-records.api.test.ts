import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { bulk, done, undo } from '~/modules/records/batches/server/batches.builders';
import type { TimelineItem } from '~/modules/records/records/timeline.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeNote } from '~/modules/collaboration/notes/server/notes.builders';
import type { WholeCount } from '../counts.fields';
import { makeCount, postCount, scanInto } from './counts.builders';

const test = fileServer();

const read = async (id: number) => (await test.admin.get<WholeCount>(`/counts/${id}`)).body.data;
const change = (ids: readonly number[], values: object | null) =>
  done(bulk(test.admin, 'counts', ids, values));

/** A count with 3 pieces of a new product, and the same posted. */
async function fixture() {
  const { id: product } = await makeProduct(test.admin);
  const [draft, posted] = [await makeCount(test.admin), await makeCount(test.admin)];
  for (const { id } of [draft, posted])
    await scanInto(test.admin, id, { product_id: product, quantity: 3 });
  await postCount(test.admin, posted.id);
  return { product, draft: await read(draft.id), posted: await read(posted.id) };
}

describe('many stock counts', () => {
  it('become blind together while they are open, and back', async () => {
    const { draft, posted } = await fixture();
    const { batch_id, results } = await change([draft.id, posted.id], { is_blind: true });
    expect(results).toMatchObject([
      { ok: true },
      {
        ok: false,
        error: `${posted.count_number} is posted and final. Start another count.`,
      },
    ]);
    expect((await read(draft.id)).is_blind).toBe(true);
    expect(await done(undo(test.admin, batch_id))).toMatchObject({ undone: 1, left: [] });
    expect((await read(draft.id)).is_blind).toBe(false);
  });

  it('are deleted while they are open, and come back with their lines', async () => {
    const { draft, posted } = await fixture();
    const { batch_id, results } = await change([draft.id, posted.id], null);
    expect(results).toMatchObject([{ ok: true }, { ok: false }]);
    expect(await done(undo(test.admin, batch_id))).toMatchObject({ undone: 1, left: [] });
    expect(await read(draft.id)).toEqual(draft);
  });

  it('do not come back where another count of the location is open', async () => {
    const { draft } = await fixture();
    const { batch_id } = await change([draft.id], null);
    const { count_number } = await makeCount(test.admin, { location_id: draft.location_id });
    const reason = `${count_number} is an open count of the same location and category`;
    expect(await done(undo(test.admin, batch_id))).toMatchObject({
      undone: 0,
      left: [{ label: draft.count_number, reason }],
    });
  });
});

it('is on the timeline of its products, and has notes', async () => {
  const { product, posted } = await fixture();
  const path = `/products/${product}/timeline`;
  expect((await test.admin.get<TimelineItem[]>(path)).body.data).toContainEqual(
    expect.objectContaining({
      title: `Stock Count ${posted.count_number}`,
      text: `${posted.location_name}, Posted, 1 line`,
      link: { type: 'count', id: posted.id },
    }),
  );
  const { client } = await signInWith(test, { products: { read: 'all' } });
  const hidden = (await client.get<TimelineItem[]>(path)).body.data;
  expect(JSON.stringify(hidden)).not.toContain(posted.count_number);
  await makeNote(test.admin, `/counts/${posted.id}`, { text: 'Rack 3 was wet' });
  const own = await test.admin.get<TimelineItem[]>(`/counts/${posted.id}/timeline`);
  expect(own.body.data).toMatchObject([
    { kind: 'note', text: 'Rack 3 was wet' },
    { kind: 'change' },
    { kind: 'change' },
  ]);
});
