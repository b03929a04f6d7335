import { ApiError, failureText } from './api';
import { saveInTurn, type Versioned } from './saveInTurn';
import { toast } from '~/kit/ui/elements/toasts';

interface CellStore<Row, Patch> {
  update: (id: number, patch: Patch & { updated_at: string }) => Promise<Row>;
  put: (row: Row) => void;
}

interface CellWords {
  /** "Lead updated successfully" */
  saved: string;
  /** "Failed to update lead" */
  refused: string;
  /** "Error updating lead. Please try again." */
  broken: string;
  /** What the server calls the record: "lead". */
  noun: string;
}

/**
 * Saves what was typed into a cell, on the version that was read, and says so. A failure is told by a toast and, thrown,
 * at the cell, where what was typed stays; who was overtaken gets the newer record into the list.
 */
export async function saveCell<Row extends Versioned, Patch extends object>(
  store: CellStore<Row, Patch>,
  row: Row,
  patch: Patch,
  words: CellWords,
): Promise<void> {
  try {
    await saveInTurn(words.noun, row, (updated_at) =>
      store.update(row.id, { ...patch, updated_at }),
    );
    toast('success', words.saved);
  } catch (error) {
    if (error instanceof ApiError && isSameRecord(error.data, row)) store.put(error.data);
    const told = isGone(error) ? new ApiError(404, goneText(words.noun)) : error;
    toast('error', failureText(told, words));
    throw told instanceof ApiError ? told : new Error('Failed to save changes', { cause: error });
  }
}

function isSameRecord<Row extends Versioned>(data: unknown, row: Row): data is Row {
  return typeof data === 'object' && data !== null && 'id' in data && data.id === row.id;
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function goneText(noun: string): string {
  return `This ${noun} was deleted meanwhile. Copy what you typed before you press Escape.`;
}
