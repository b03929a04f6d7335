import { withFlat } from '~/kit/shared/fields/custom';
import { type Conflict, mergeValues, type Values } from '~/kit/shared/fields/merge';
import { ApiError, isRefusal } from './api';

/** A record with its version; what there is once, such as a profile, needs no id. */
export interface Versioned {
  id?: number;
  updated_at: string;
}

interface Saving<Row extends Versioned, Body extends object, Saved> {
  /** The record as it was read when the change began. */
  row: Row;
  /** The version to begin with, where a newer one is known. */
  latest?: Row;
  body: Body;
  /** How a record says the fields of the body, where it does not name them as the body does. */
  valuesOf?: (row: Row) => Values;
  send: (body: Body & { updated_at: string }, on: Row) => Promise<Saved>;
  /** The values to send of fields in conflict; null for none, which is the refusal `record.changed`. */
  choose: (conflicts: readonly Conflict[], theirs: Row) => Promise<Values | null>;
}

/** So often others may be quicker before the last refusal is passed on. */
const mostTries = 5;

/**
 * Sends a change on the version that it began with. Where someone else has saved the record in the meantime, the change is
 * laid over theirs and sent again; of fields that both changed, `choose` says what is sent
 * (docs/product/screens.md#two-people-at-one-record).
 */
export async function saveMerged<Row extends Versioned, Body extends object, Saved>(
  saving: Saving<Row, Body, Saved>,
): Promise<Saved> {
  const { latest = saving.row, valuesOf = withFlat, send, choose } = saving;
  let cached = saving.row;
  let body: Values = withFlat(saving.body);
  const moveTo = async (theirs: Row) => {
    const [base, other] = [valuesOf(cached), valuesOf(theirs)];
    const { values, conflicts } = mergeValues({ base, mine: body, theirs: other });
    const chosen = conflicts.length === 0 ? {} : await choose(conflicts, theirs);
    if (!chosen) throw overtakenBy(theirs);
    body = { ...values, ...chosen };
    cached = theirs;
  };
  if (latest.updated_at !== cached.updated_at) await moveTo(latest);
  for (let tries = 1; ; tries += 1) {
    try {
      return await send({ ...(body as Body), updated_at: cached.updated_at }, cached);
    } catch (error) {
      const newer = isRefusal(error, 'record.changed') ? recordIn(error, cached) : null;
      if (!newer || tries === mostTries) throw error;
      await moveTo(newer);
    }
  }
}

function overtakenBy(data: Versioned): ApiError {
  const refusal = { code: 'record.changed', data } as const;
  return new ApiError(409, 'This record was changed by someone else', refusal);
}

/** The record as it is now, where a refusal brings it along. */
export function recordIn<Row extends Versioned>(error: unknown, row: Row): Row | null {
  const data = error instanceof ApiError ? error.data : null;
  if (typeof data !== 'object' || data === null || !('updated_at' in data)) return null;
  return ('id' in data ? data.id : undefined) === row.id ? (data as Row) : null;
}
