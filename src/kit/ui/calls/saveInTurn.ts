import { recordIn, saveMerged, type Versioned } from './saveMerged';

const inFlight = new Map<string, Promise<Versioned | null>>();

interface Change<Row, Patch> {
  /** The record as it was read. */
  row: Row;
  patch: Patch;
  /** Takes the newer record that a refusal brings along. */
  put: (newer: Row) => void;
}

/**
 * Saves changes of one record one after the other, each on the version that the previous one returned, so that quick
 * edits of two cells do not conflict. `noun` tells kinds of records apart. Rejects with `record.changed` and the newer
 * record where someone else has changed the same fields.
 */
export async function saveInTurn<Row extends Versioned, Patch extends object>(
  noun: string,
  { row, patch, put }: Change<Row, Patch>,
  send: (body: Patch & { updated_at: string }) => Promise<Row>,
): Promise<Row> {
  const key = `${noun} ${row.id}`;
  const before = inFlight.get(key) as Promise<Row | null> | undefined;
  const saving = (async () =>
    saveMerged({
      row,
      latest: (await before) ?? row,
      body: patch,
      send: (body) =>
        send(body).catch((error: unknown) => {
          const newer = recordIn(error, row);
          if (newer) put(newer);
          throw error;
        }),
      choose: async () => null,
    }))();
  const settled = saving.catch(() => null);
  inFlight.set(key, settled);
  try {
    return await saving;
  } finally {
    if (inFlight.get(key) === settled) inFlight.delete(key);
  }
}
