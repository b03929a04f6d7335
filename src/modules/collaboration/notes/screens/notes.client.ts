import { useMemo } from 'react';
import { useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import type { NewNote, NotePatch, RecordNote } from '../notes.fields';
import { callPath, type RecordKind } from '~/modules/organization/kinds/kinds.rules';

/** The notes of one record, the newest first. */
export function useNotes({ kind, id }: { kind: RecordKind; id: number }) {
  const list = useList<RecordNote>({
    entity: 'record_notes',
    path: `${callPath(kind)}/${id}/notes`,
    unscoped: true,
    order: newestFirst,
  });
  return useMemo(() => {
    const rowOf = (note: RecordNote) => note;
    const { update, delete: remove } = recordCalls({ ...list, path: '/notes' }, rowOf);
    return {
      ...list,
      add: (note: NewNote, key: string) => recordCalls(list, rowOf).create(note, key),
      change: (noteId: number, patch: NotePatch) => update(noteId, patch),
      delete: remove,
    };
  }, [list]);
}

export type Notes = ReturnType<typeof useNotes>;

function newestFirst(a: RecordNote, b: RecordNote): number {
  return b.id - a.id;
}
