import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { useList } from '~/kit/ui/data/list-store';
import type { NewNote, NotePatch, RecordNote } from '../notes.fields';
import { callPath, type RecordKind } from '~/modules/organization/kinds/kinds.rules';

/** The notes of one record, the newest first. */
export function useNotes({ kind, id }: { kind: RecordKind; id: number }) {
  const path = `${callPath(kind)}/${id}/notes`;
  const list = useList<RecordNote>({
    entity: 'record_notes',
    path,
    unscoped: true,
    order: newestFirst,
  });
  return useMemo(() => {
    const stored = (note: RecordNote) => list.put(note);
    return {
      ...list,
      add: async (note: NewNote, idempotencyKey: string) =>
        stored(await api.post<RecordNote>(path, note, { idempotencyKey })),
      change: async (noteId: number, patch: NotePatch) =>
        stored(await api.put<RecordNote>(`/notes/${noteId}`, patch)),
      delete: async (noteId: number) => {
        await api.delete(`/notes/${noteId}`);
        list.remove(noteId);
      },
    };
  }, [list, path]);
}

export type Notes = ReturnType<typeof useNotes>;

function newestFirst(a: RecordNote, b: RecordNote): number {
  return b.id - a.id;
}
