import { valueOf } from '~/kit/shared/fields/custom';
import { ApiError, failureText, isRefusal } from '~/kit/ui/calls/api';
import { saveInTurn } from '~/kit/ui/calls/saveInTurn';
import type { Identified } from '~/kit/ui/feeds/list-rows';
import type { Versioned } from '~/kit/ui/calls/saveMerged';
import { toast } from '~/kit/ui/messages/toasts';
import { saveOrWait } from '~/kit/ui/waiting/waiting';
import type { EditTexts, NewChange } from '~/kit/ui/waiting/waiting-change';

interface CellStore<Row, Patch> {
  path: string;
  /** The path of the call, where it is not that of the record. */
  call?: string;
  update: (id: number, patch: Patch & { updated_at: string }) => Promise<Row>;
  put: (row: Row) => void;
}

interface CellTexts {
  saved: string;
  refused: string;
  offlineText: string;
  noun: string;
  /** The record's name. */
  name: string;
  edit: EditTexts;
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
  texts: CellTexts,
): Promise<void> {
  try {
    const change = { row, patch, put: store.put };
    const outcome = await saveOrWait(changeOf(store, row, patch, texts), async () => {
      await saveInTurn(texts.noun, change, (body) => store.update(row.id, body));
    });
    if (outcome === 'saved') toast('success', texts.saved);
  } catch (error) {
    const refusal = isRefusal(error, 'record.not_found')
      ? new ApiError(404, deletedText(texts.noun), { code: 'record.not_found' })
      : error;
    toast('error', failureText(refusal, texts));
    throw refusal instanceof ApiError
      ? refusal
      : new Error('Failed to save changes', { cause: error });
  }
}

/** A change of one field as it waits (`saveOrWait`). */
export function changeOf<Row extends Versioned & Identified>(
  store: { path: string; call?: string },
  row: Row,
  patch: object,
  { name, edit, linkNames = {} }: Pick<CellTexts, 'name' | 'edit' | 'linkNames'>,
): Omit<NewChange, 'tried'> {
  const { path, call = `${path}/${row.id}` } = store;
  const entries: [string, unknown][] = Object.entries(patch);
  const [[field, value] = ['', null]] = entries;
  const base = valueOf(row, field);
  const { id: record, updated_at: version } = row;
  const newChange = { list: path, record, field, value, base, version, call, name, words: edit };
  const names = linkNames[field]?.map((each, at) => [each, at === 0 ? edit.to : null] as const);
  return names ? { ...newChange, shown: Object.fromEntries(names) } : newChange;
}

function deletedText(noun: string): string {
  return `This ${noun} was deleted by someone else. Copy your text before you press Escape.`;
}
