import { ApiError, failureText, isRefusal } from './api';
import { saveInTurn } from './saveInTurn';
import type { Identified } from './list-rows';
import type { Versioned } from './saveMerged';
import { toast } from '~/kit/ui/elements/toasts';
import { saveOrWait } from './waiting';
import type { EditWords, NewChange } from './waiting-change';

interface CellStore<Row, Patch> {
  path: string;
  /** The path of the call, where it is not that of the record. */
  call?: string;
  update: (id: number, patch: Patch & { updated_at: string }) => Promise<Row>;
  put: (row: Row) => void;
}

interface CellWords {
  saved: string;
  refused: string;
  broken: string;
  noun: string;
  /** The record's name. */
  name: string;
  edit: EditWords;
  /** The fields that name what the record is linked with, by the field of the link; the first may hold the whole name. */
  linkNames?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Saves a cell on the version that was read and shows the result in a toast; without an answer the change waits in this
 * browser. A refusal is also thrown, so that the cell keeps what was typed. What someone else has changed in the meantime is
 * put into the list, and overwritten nowhere.
 */
export async function saveCell<Row extends Versioned & Identified, Patch extends object>(
  store: CellStore<Row, Patch>,
  row: Row,
  patch: Patch,
  words: CellWords,
): Promise<void> {
  try {
    const change = { row, patch, put: store.put };
    const outcome = await saveOrWait(changeOf(store, row, patch, words), async () => {
      await saveInTurn(words.noun, change, (body) => store.update(row.id, body));
    });
    if (outcome === 'saved') toast('success', words.saved);
  } catch (error) {
    const told = isRefusal(error, 'record.not_found')
      ? new ApiError(404, goneText(words.noun), { code: 'record.not_found' })
      : error;
    toast('error', failureText(told, words));
    throw told instanceof ApiError ? told : new Error('Failed to save changes', { cause: error });
  }
}

/** A change of one field as it waits (`saveOrWait`). */
export function changeOf<Row extends Versioned & Identified>(
  store: { path: string; call?: string },
  row: Row,
  patch: object,
  { name, edit, linkNames = {} }: Pick<CellWords, 'name' | 'edit' | 'linkNames'>,
): Omit<NewChange, 'tried'> {
  const { path, call = `${path}/${row.id}` } = store;
  const entries: [string, unknown][] = Object.entries(patch);
  const [[field, value] = ['', null]] = entries;
  const base = row[field as keyof Row];
  const { id: record, updated_at: version } = row;
  const known = { list: path, record, field, value, base, version, call, name, words: edit };
  const names = linkNames[field]?.map((each, at) => [each, at === 0 ? edit.to : null] as const);
  return names ? { ...known, shown: Object.fromEntries(names) } : known;
}

function goneText(noun: string): string {
  return `This ${noun} was deleted by someone else. Copy your text before you press Escape.`;
}
