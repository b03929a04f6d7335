import type { Choice } from '~/kit/shared/fields/fields';
import { ApiError, isRefusal } from '~/kit/ui/calls/api';
import type { Identified } from '~/kit/ui/feeds/list-rows';
import type { List } from '~/kit/ui/records/list-store';
import { orNetworkError, reportFailure } from '~/kit/ui/calls/reportFailure';
import { changeOf } from '~/kit/ui/records/saveCell';
import { saveInTurn } from '~/kit/ui/calls/saveInTurn';
import { recordIn, type Versioned } from '~/kit/ui/calls/saveMerged';
import { saveOrWait } from '~/kit/ui/waiting/waiting';
import { toast } from '~/kit/ui/messages/toasts';

interface Move<Row extends { status: string }> {
  status: Row['status'];
  noun: string;
  /** The record's name. */
  name: string;
  choices: readonly Choice[];
  moved: string;
  failed: string;
  send: (body: { status: Row['status']; updated_at: string }) => Promise<Row>;
}

/**
 * Moves a document to another status, as on its board; reports the outcome in a toast and rejects when refused
 * (docs/product/screens.md#boards).
 */
export async function moveStatus<Row extends Identified & Versioned & { status: string }>(
  list: Pick<List<Row>, 'path' | 'put' | 'remove'>,
  row: Row,
  move: Move<Row>,
): Promise<'saved' | 'waits'> {
  const { status, name, choices, moved, failed } = move;
  const store = { path: list.path, call: `${list.path}/${row.id}/status` };
  const edit = {
    field: 'Status',
    from: wordOf(choices, row.status),
    to: wordOf(choices, status),
    shape: { kind: 'choice', choices },
  } as const;
  const change = changeOf(store, row, { status }, { name, edit });
  const outcome = await reportFailure(orNetworkError(failed), () =>
    saveOrWait(change, () => sendMove(list, row, move)),
  );
  if (outcome === 'saved') toast('success', moved);
  return outcome;
}

/** Moves the version that the person saw. If someone else has moved it, it is shown at its new place instead. */
async function sendMove<Row extends Identified & Versioned & { status: string }>(
  list: Pick<List<Row>, 'put' | 'remove'>,
  row: Row,
  { status, noun, choices, send }: Move<Row>,
): Promise<void> {
  try {
    await saveInTurn(noun, { row, patch: { status }, put: list.put }, send);
  } catch (error) {
    if (isRefusal(error, 'record.not_found')) list.remove(row.id);
    const now = isRefusal(error, 'record.changed') ? recordIn(error, row) : null;
    if (!now) throw error;
    const message = 'This record was changed by someone else';
    throw new ApiError(409, `${message}. It is ${wordOf(choices, now.status)} now.`);
  }
}

function wordOf(choices: readonly Choice[], status: string): string {
  return choices.find(({ value }) => value === status)?.label ?? status;
}
