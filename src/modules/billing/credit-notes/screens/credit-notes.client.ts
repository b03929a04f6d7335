import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { useComputed } from '~/kit/ui/records/computed';
import { type List, useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import {
  type RemainingInvoice,
  type Note,
  type NoteKind,
  noteKinds,
  type NoteWithLines,
} from '../credit-notes.fields';
import type { NewNote, NoteChange } from '../requests.schema';

export function useNotes(kind: NoteKind) {
  const { path } = noteKinds[kind];
  const list = useList<Note>({ entity: 'credit_notes', path });
  return useMemo(() => ({ ...list, kind, ...actions(list) }), [list, kind]);
}

export type Notes = ReturnType<typeof useNotes>;

function actions(list: List<Note>) {
  const { path } = list;
  const { stored, ...calls } = recordCalls(
    list,
    ({ items: _lines, ...row }: NoteWithLines): Note => row,
  );
  return {
    ...calls,
    create: (values: NewNote, key: string) => calls.create(values, key),
    update: (id: number, patch: NoteChange) => calls.update(id, patch),
    setStatus: async ({ id, updated_at }: Note, status: Note['status']) =>
      stored(await api.put<NoteWithLines>(`${path}/${id}/status`, { status, updated_at })),
  };
}

/** A note with its lines, fetched again whenever its row changes. */
export function useNote({ id, kind, updated_at }: Note, isEnabled = true) {
  const path = `${noteKinds[kind].path}/${id}`;
  return useComputed<NoteWithLines>(path, { dependsOn: [], day: updated_at, isEnabled });
}

/** What of an invoice can be credited or charged; `note` is the draft that is changed, whose own claims do not count. */
export function useRemainingInvoice(invoiceId: number | null, note: Note | null) {
  const except = note ? `?except=${note.id}` : '';
  return useComputed<RemainingInvoice>(`/credit-notes/invoice/${invoiceId ?? 0}/lines${except}`, {
    dependsOn: ['credit_notes'],
    day: note?.updated_at ?? '',
    isEnabled: invoiceId !== null,
  });
}

export function useNotesOf(kind: NoteKind, { id, updated_at }: Invoice) {
  return useComputed<Note[]>(`${noteKinds[kind].path}/invoice/${id}`, {
    dependsOn: ['credit_notes'],
    day: updated_at,
  });
}
