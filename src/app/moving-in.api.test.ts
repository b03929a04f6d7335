import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { ImportResponse } from '~/modules/records/imports/imports.fields';
import { uploadOf } from '~/modules/records/imports/server/imports.builders';
import { cellsOf, programFiles, storedFiles } from './testing/moving-in.builders';
import { fileServer } from './testing/test-file-server';

const test = fileServer();
const files = await storedFiles();

type Row = Record<string, unknown> & { id: number };

async function listed(kind: string): Promise<Row[]> {
  return (await test.admin.get<Row[]>(`/${kind}`)).body.data;
}

it.each(files)('%s goes in by the guess alone, cell by cell', async (name, stored) => {
  const { kind } = stored;
  const content = new Uint8Array(await readFile(new URL(name, programFiles)));
  const before = new Set((await listed(kind)).map(({ id }) => id));
  const { status, body } = await test.admin.upload<ImportResponse>(
    `/${kind}/import`,
    uploadOf(content, { name }),
  );
  expect(status).toBe(200);
  const { looks_like, notes, failed, batch_id } = body.data;
  const rows = cellsOf((await listed(kind)).filter(({ id }) => !before.has(id)));
  expect({ kind, looks_like, refused: failed, notes, rows }).toEqual(stored);
  // Each file comes to a company without those of the others.
  await test.admin.post(`/batches/${batch_id}/undo`);
});
