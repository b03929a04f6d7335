import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RowId } from '~/kit/ui/columns/tableColumn';

const shownFor = 4000;

export interface CellNote {
  row: RowId;
  column: string;
  text: string;
}

export interface CellNotes {
  show: (row: RowId, column: string, text: string) => void;
  clear: () => void;
}

export function useCellNotes(): { note: CellNote | null; notes: CellNotes } {
  const [note, setNote] = useState<CellNote | null>(null);
  const clear = useCallback(() => setNote(null), []);
  useEffect(() => {
    if (!note) return;
    const timer = setTimeout(clear, note.text === 'Copied!' ? 2000 : shownFor);
    return () => clearTimeout(timer);
  }, [note, clear]);
  const notes = useMemo(
    () => ({
      clear,
      show: (row: RowId, column: string, text: string) => setNote({ row, column, text }),
    }),
    [clear],
  );
  return { note, notes };
}
