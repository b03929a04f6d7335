import { beforeAll, describe, expect, it } from 'vitest';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { bulkKinds, callPath } from '~/modules/organization/kinds/kinds.rules';
import {
  type CustomField,
  customKinds,
} from '~/modules/records/custom-fields/custom-fields.fields';
import { makeService } from '~/modules/catalogue/services/server/services.builders';
import { makeOneOfEach } from './testing/one-of-each.builders';
import { fileServer } from './testing/test-file-server';

const test = fileServer();

interface Row {
  id: number;
  custom: Record<string, unknown>;
}

let ids: Readonly<Record<string, number>>;

beforeAll(async () => {
  for (const kind of customKinds)
    for (const label of ['Grade', 'Heat'])
      await makeRecord<CustomField>(test.admin, '/custom-fields', { kind, label, type: 'text' });
  ids = { ...(await makeOneOfEach(test.admin)) };
  const found = await test.server.database.pool.query<{ id: number }>(
    'select min(id) as id from payments',
  );
  const service = await makeService(test.admin);
  ids = { ...ids, payments: found.rows[0]?.id ?? 0, services: service.id };
});

const withCall = customKinds.filter((kind) => kind !== 'receipts');

describe.each(withCall)('own fields of %s', (kind) => {
  const path = callPath(kind);
  const read = async () => (await test.admin.get<Row>(`${path}/${ids[kind]}`)).body.data.custom;

  it('are changed alone, key by key, and read in the list', async () => {
    const change = (custom: object) => test.admin.put<Row>(`${path}/${ids[kind]}`, { custom });
    const first = await change({ grade: 'EN8' });
    expect([first.body.error, first.status]).toEqual([undefined, 200]);
    expect(first.body.data.custom).toEqual({ grade: 'EN8' });
    const second = await change({ heat: 'H-12' });
    expect(second.body.data.custom).toEqual({ grade: 'EN8', heat: 'H-12' });
    const third = await change({ grade: null });
    expect(third.body.data.custom).toEqual({ heat: 'H-12' });
    const list = await test.admin.get<Row[]>(path);
    expect(list.body.data.find(({ id }) => id === ids[kind])?.custom).toEqual({ heat: 'H-12' });
    const wrong = await change({ grade: 7 });
    expect([wrong.status, wrong.body.details]).toEqual([
      400,
      [{ field: 'custom.grade', message: 'Grade must be text' }],
    ]);
    const history = await test.admin.get<
      { changes: { field: string; before: unknown; after: unknown }[] }[]
    >(`/history${path.replaceAll('-', '_')}/${ids[kind]}`);
    if (history.status === 200)
      expect(history.body.data[1]?.changes).toContainEqual({
        field: 'custom.heat',
        label: 'custom.heat',
        before: null,
        after: 'H-12',
      });
  });

  it.runIf((bulkKinds as readonly string[]).includes(kind))(
    'are changed many at once, and back',
    async () => {
      await test.admin.put(`${path}/${ids[kind]}`, { custom: { grade: 'EN8', heat: 'H-1' } });
      const bulk = await test.admin.post<{
        batch_id: number;
        results: { ok: boolean; error?: string }[];
      }>(`/bulk/${kind}`, {
        ids: [ids[kind]],
        action: 'update',
        values: { custom: { grade: 'EN9' } },
      });
      expect([bulk.body.error, bulk.body.data?.results]).toEqual([
        undefined,
        [{ id: ids[kind], ok: true }],
      ]);
      expect(await read()).toEqual({ grade: 'EN9', heat: 'H-1' });
      const undone = await test.admin.post<{ undone: number }>(
        `/batches/${bulk.body.data.batch_id}/undo`,
      );
      expect([undone.body.error, undone.body.data?.undone]).toEqual([undefined, 1]);
      expect(await read()).toEqual({ grade: 'EN8', heat: 'H-1' });
    },
  );
});
