import { type FocusEvent, type MouseEvent, type ToggleEvent, useId, useRef, useState } from 'react';
import type { Side } from './useAnchored';

/**
 * A panel that a button opens and closes. The browser closes it too (HTML's popover): by Escape, which gives the focus
 * back to the button, and by a click elsewhere. `around` is for the element that holds both, and lets a focus that goes
 * on close it, `button` for the button, `panel` for a PopoverPanel that is rendered while `isOpen`.
 */
export function usePopover(side: Side) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => setOpen(false);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
  };
  const openId = isOpen ? id : undefined;
  return {
    isOpen,
    close,
    around: { onBlur },
    button: {
      ref: button,
      'aria-expanded': isOpen,
      'aria-controls': openId,
      // The browser does not take a click on the panel's own button for one elsewhere.
      popoverTarget: openId,
      onClick: (event: MouseEvent<HTMLButtonElement>) => {
        event.preventDefault();
        // Safari does not focus a button that is clicked, and Escape gives the focus back to where it was.
        event.currentTarget.focus();
        setOpen(!isOpen);
      },
    },
    panel: {
      ref: panel,
      id,
      anchor: button,
      side,
      popover: 'auto' as const,
      onToggle: ({ newState }: ToggleEvent) => {
        if (newState === 'closed') close();
      },
    },
  };
}
