import { readFile } from 'node:fs/promises';

/** Exports of other programs. */
export const programFiles = new URL('../../../e2e/other-programs/', import.meta.url);

/** The stored cells of an export of another program. */
export interface Stored {
  kind: 'leads' | 'customers' | 'products';
  looks_like: string | null;
  refused: number;
  notes: string[];
  rows: Record<string, unknown>[];
}

/** By the names of the files. */
export async function storedFiles(): Promise<[name: string, stored: Stored][]> {
  const text = await readFile(new URL('stored.json', programFiles), 'utf8');
  return Object.entries(JSON.parse(text) as Record<string, Stored>);
}

type Row = Record<string, unknown>;

/** The filled cells of records in their order, without ids, times and the codes that the program gives. */
export function cellsOf(rows: readonly Row[]): Row[] {
  const ordered = [...rows].sort((one, other) => Number(one['id']) - Number(other['id']));
  return ordered.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(
        ([name, value]) =>
          value !== null &&
          !/(?:^custom|^average_cost|^stock_value|^held_quantity|^tracking|(?:^|_)(?:id|at))$/.test(
            name,
          ) &&
          !String(value).startsWith('CUST-'),
      ),
    ),
  );
}
