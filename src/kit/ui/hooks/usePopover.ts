import { useClickOutside } from '@mantine/hooks';
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import type { Side } from './useAnchored';

/**
 * A panel that a button opens and closes. Escape closes it and gives the focus back to the button; a click elsewhere and
 * a focus that goes on close it too. `around` is for the element that holds both, `button` for the button, `panel` for
 * a PopoverPanel that is rendered while `isOpen`.
 */
export function usePopover(side: Side) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  const around = useClickOutside<HTMLDivElement>(close);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape') return;
    close();
    button.current?.focus();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
  };
  return {
    isOpen,
    open,
    close,
    around: { ref: around, onKeyDown, onBlur },
    button: {
      ref: button,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      onClick: isOpen ? close : open,
    },
    panel: { ref: panel, id, anchor: button, side },
  };
}
