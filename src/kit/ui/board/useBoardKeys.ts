import { type KeyboardEvent, useCallback, useState } from 'react';
import { counted } from '~/kit/shared/money/numbers';
import { type BoardLayout, type CardId, laneAfter, stepOf, stepTo } from './boardModel';
import type { BoardFocus } from './useBoardFocus';
import type { BoardMoves } from './useBoardMoves';
import { useLatest } from '~/kit/ui/hooks/useLatest';

export interface Lifted {
  id: CardId;
  lane: number;
}

interface Options {
  layout: BoardLayout<unknown>;
  labelOf: (id: CardId) => string;
  focus: BoardFocus;
  moves: BoardMoves;
  announce: (text: string) => void;
  onOpen: (id: CardId) => void;
  showLane: (lane: number) => void;
}

export interface BoardKeys {
  lifted: Lifted | null;
  onKeyDown: (event: KeyboardEvent, id: CardId) => void;
  onBlur: (id: CardId) => void;
}

/** Arrows move between cards; Space lifts one, arrows then choose the column, Space drops, Escape cancels. */
export function useBoardKeys(options: Options): BoardKeys {
  const { lifted, lift, onHeldKey, onBlur } = useLift(options);
  const latest = useLatest({ ...options, lifted });

  const onKeyDown = useCallback(
    (event: KeyboardEvent, id: CardId) => {
      const { layout, focus, onOpen, lifted: held } = latest.current;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (held) {
        onHeldKey(event, held);
        return;
      }
      const step = stepOf(event.key);
      if (step === null && event.key !== ' ' && event.key !== 'Enter') return;
      event.preventDefault();
      if (step !== null) {
        const next = stepTo(layout, id, step);
        if (next !== null) focus.focus(next);
      } else if (event.key === 'Enter') {
        onOpen(id);
      } else if (!event.repeat) {
        lift(id);
      }
    },
    [latest, lift, onHeldKey],
  );

  return { lifted, onKeyDown, onBlur };
}

function useLift(options: Options) {
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const latest = useLatest({ ...options, lifted });

  const lift = useCallback(
    (id: CardId) => {
      const { layout, moves, announce, labelOf } = latest.current;
      const position = layout.positions.get(id);
      if (!position || moves.saving.has(id)) return;
      setLifted({ id, lane: position.lane });
      announce(`${labelOf(id)} lifted. ${heldHelp}`);
    },
    [latest],
  );
  const cancel = useCallback(() => {
    const { lifted: held, announce, labelOf } = latest.current;
    if (!held) return;
    setLifted(null);
    announce(`Move cancelled. ${labelOf(held.id)} is back in its column.`);
  }, [latest]);

  const onHeldKey = useCallback(
    (event: KeyboardEvent, held: Lifted) => {
      const { layout, moves, announce, showLane } = latest.current;
      if (event.key === 'Tab') return cancel();
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') return cancel();
      if (event.key === ' ' || event.key === 'Enter') {
        setLifted(null);
        return moves.move(held.id, held.lane);
      }
      const step = stepOf(event.key);
      const lane = step === null ? held.lane : laneAfter(step, held.lane, layout.lanes.length);
      const over = layout.lanes[lane];
      if (lane === held.lane || !over) return;
      setLifted({ id: held.id, lane });
      showLane(lane);
      const refusal = moves.refusalOf(held.id, lane) ?? '';
      announce(`${over.column.title}, ${counted(over.ids.length, 'card')}. ${refusal}`.trim());
    },
    [latest, cancel],
  );

  const onBlur = useCallback(
    (id: CardId) => {
      if (latest.current.lifted?.id === id) cancel();
    },
    [latest, cancel],
  );
  return { lifted, lift, onHeldKey, onBlur };
}

export const boardHelp =
  'Use the arrow keys to go from card to card. Press Space to pick up a card, then the arrow keys to move it to another column.';
const heldHelp =
  'Use the left and right arrow keys to choose the column, Space to drop the card, Escape to cancel.';
