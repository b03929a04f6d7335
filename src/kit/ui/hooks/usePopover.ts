import { type FocusEvent, type MouseEvent, type ToggleEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Side } from './useAnchored';

/**
 * A panel opened and closed by a button. The browser closes it too (HTML's popover): by Escape, which returns the
 * focus to the button, and by a click elsewhere. `around` is for the element that holds both and closes the panel when
 * the focus leaves it, `button` for the button, `panel` for a PopoverPanel rendered while `isOpen`.
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
      // So that the browser does not count a click on the button as one elsewhere.
      popoverTarget: openId,
      onClick: (event: MouseEvent<HTMLButtonElement>) => {
        event.preventDefault();
        // Safari does not focus a clicked button, and Escape returns the focus to the focused element.
        event.currentTarget.focus();
        // The browser tells of a panel that it closed a moment later: until then a click opens it again.
        const isOutOfView = isOpen && panel.current !== null && isHidden(panel.current);
        if (isOutOfView) flushSync(close);
        setOpen(isOutOfView || !isOpen);
      },
    },
    panel: {
      ref: panel,
      id,
      anchor: button,
      side,
      popover: 'auto' as const,
      onToggle: ({ newState, currentTarget }: ToggleEvent) => {
        if (newState === 'closed' && currentTarget === panel.current) close();
      },
    },
  };
}

function isHidden(panel: HTMLElement): boolean {
  return 'popover' in HTMLElement.prototype && !panel.matches(':popover-open');
}
