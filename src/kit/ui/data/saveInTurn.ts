import type { Identified } from './list-store';

export interface Versioned extends Identified {
  updated_at: string;
}

const underWay = new Map<string, Promise<Versioned | null>>();

/**
 * Saves changes of one record one after the other, each on the version that the previous one returned, so that quick
 * edits of two cells do not conflict. `noun` tells kinds of records apart; `row` is the record as it was read.
 */
export async function saveInTurn<Row extends Versioned>(
  noun: string,
  row: Row,
  save: (updated_at: string) => Promise<Row>,
): Promise<Row> {
  const key = `${noun} ${row.id}`;
  const before = underWay.get(key);
  const saving = (async () => save(((await before) ?? row).updated_at))();
  const settled = saving.catch(() => null);
  underWay.set(key, settled);
  try {
    return await saving;
  } finally {
    if (underWay.get(key) === settled) underWay.delete(key);
  }
}
