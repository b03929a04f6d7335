import { useCallback, useMemo, useRef, useState } from 'react';
import type { TypedDocumentLine } from '../typed-lines.rules';

/** A document as its form holds it: its lists of lines, by name, and its other fields. */
export type WithLines<List extends string, Line extends TypedDocumentLine> = Readonly<
  Record<List, readonly Line[]>
>;

interface Removed<List, Line> {
  list: List;
  index: number;
  line: Line;
}

interface Options<List extends string, Line, Typed> {
  lists: readonly List[];
  getTyped: () => Typed;
  change: (next: (now: Typed) => Typed) => void;
  emptyLine: (key: number) => Line;
}

export function useTypedLines<
  List extends string,
  Line extends TypedDocumentLine,
  Typed extends WithLines<List, Line>,
>({ lists, getTyped, change, emptyLine }: Options<List, Line, Typed>) {
  const [removed, setRemoved] = useState<Removed<List, Line> | null>(null);
  const [added, setAdded] = useState<number | null>(null);
  const lastKey = useRef(0);
  const nextKey = () => {
    const keys = lists.flatMap((list) => getTyped()[list].map(({ key }) => key));
    lastKey.current = Math.max(lastKey.current, ...keys) + 1;
    return lastKey.current;
  };
  const setLines = useCallback(
    (list: List, next: (lines: readonly Line[]) => readonly Line[]) =>
      change((now) => ({ ...now, [list]: next(now[list]) })),
    [change],
  );
  const changing = useMemo(
    () => ({
      changeLine: (list: List, key: number, values: Partial<Line>) =>
        setLines(list, (lines) =>
          lines.map((line) => (line.key === key ? { ...line, ...values } : line)),
        ),
      removeLine: (list: List, key: number) => {
        const index = getTyped()[list].findIndex((line) => line.key === key);
        const line = getTyped()[list][index];
        if (!line) return;
        setRemoved({ list, index, line });
        setLines(list, (lines) => lines.filter((each) => each.key !== key));
      },
    }),
    [setLines, getTyped],
  );
  return {
    /** The key of the line that was added last, whose first input may receive the focus. */
    added,
    removed,
    /** Stays the same from one render to the next. */
    changing,
    changeLine: changing.changeLine,
    addLine: (list: List) => {
      const line = emptyLine(nextKey());
      setAdded(line.key);
      setLines(list, (lines) => [...lines, line]);
    },
    /** Restores the line that was removed last, with a quantity that does not remove it again. */
    restoreLine: () => {
      if (!removed) return;
      const { list, index, line } = removed;
      const back = Number(line.quantity) > 0 ? line : { ...line, quantity: '1' };
      setLines(list, (lines) => lines.toSpliced(index, 0, back));
      setRemoved(null);
    },
  };
}
