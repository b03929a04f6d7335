import { ApiError, failureText, isRefusal } from './api';
import { saveInTurn, type Versioned } from './saveInTurn';
import { toast } from '~/kit/ui/elements/toasts';

interface CellStore<Row, Patch> {
  update: (id: number, patch: Patch & { updated_at: string }) => Promise<Row>;
  put: (row: Row) => void;
}

interface CellWords {
  saved: string;
  refused: string;
  broken: string;
  noun: string;
}

/**
 * Saves a cell on the version that was read and shows the result in a toast. A failure is also thrown, so that the
 * cell keeps what was typed; after a version conflict the newer record is put into the list.
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
    const told = isRefusal(error, 'record.not_found')
      ? new ApiError(404, goneText(words.noun), { code: 'record.not_found' })
      : error;
    toast('error', failureText(told, words));
    throw told instanceof ApiError ? told : new Error('Failed to save changes', { cause: error });
  }
}

function isSameRecord<Row extends Versioned>(data: unknown, row: Row): data is Row {
  return typeof data === 'object' && data !== null && 'id' in data && data.id === row.id;
}

function goneText(noun: string): string {
  return `This ${noun} was deleted meanwhile. Copy what you typed before you press Escape.`;
}
