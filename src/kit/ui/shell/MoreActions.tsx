import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './MoreActions.module.css';

/**
 * What a page offers next to its first choice: side by side where there is room, on a phone behind one button, "More
 * actions" (docs/product/screens.md#phones). Its buttons stay mounted, with what they opened.
 */
export function MoreActions({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const around = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  useOutsideClick(around, isOpen, setOpen);
  // The focus is on the button when what a choice opened gives it back.
  const close = () => {
    opener.current?.focus();
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen || !isWithin(event)) return;
    event.stopPropagation();
    close();
  };
  const onClickCapture = (event: MouseEvent) => {
    if (!isWithin(event)) return;
    // What opens next to its button needs it in sight.
    if (event.target instanceof Element && event.target.closest('[aria-haspopup]')) setOpen(true);
    else close();
  };
  return (
    <div className={classes.more} ref={around} onKeyDown={onKeyDown}>
      <ActionIcon
        ref={opener}
        className={classNames(classes.opener)}
        variant="default"
        size={36}
        aria-label="More actions"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen((before) => !before)}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
      <div
        id={id}
        className={classes.panel}
        data-overflow
        data-open={isOpen || undefined}
        onClickCapture={onClickCapture}
      >
        {children}
      </div>
    </div>
  );
}

/** Of React's events those of the panel itself, not those of what its buttons opened elsewhere. */
function isWithin({ currentTarget, target }: KeyboardEvent | MouseEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}

function useOutsideClick(
  around: RefObject<HTMLElement | null>,
  isOpen: boolean,
  setOpen: (isOpen: boolean) => void,
): void {
  useEffect(() => {
    if (!isOpen) return;
    const look = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest('[data-portal]')) return;
      if (!around.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', look);
    document.addEventListener('focusin', look);
    return () => {
      document.removeEventListener('pointerdown', look);
      document.removeEventListener('focusin', look);
    };
  }, [around, isOpen, setOpen]);
}
