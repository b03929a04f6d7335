import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import classes from './MenuList.module.css';

/** What makes a button or a link an item of a MenuList. */
export const menuItem = { role: 'menuitem', tabIndex: -1, className: classes.item } as const;

interface Props {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The items of an open menu. The first one has the focus; arrows, Home, End and first letters move it, Tab closes. No
 * key reaches what the menu is in.
 */
export function MenuList({ label, onClose, children }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => items(menu.current)[0]?.focus(), []);
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={classes.menu}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Tab') onClose();
        else moveFocus(event, items(menu.current));
      }}
    >
      {children}
    </div>
  );
}

function items(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

function moveFocus(event: KeyboardEvent, all: HTMLElement[]) {
  const now = all.findIndex((item) => item === document.activeElement);
  const target = nextItem(event.key, now, all);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

function nextItem(key: string, now: number, all: HTMLElement[]): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return all[(now + 1) % all.length];
    case 'ArrowUp':
      return all.at(now <= 0 ? -1 : now - 1);
    case 'Home':
      return all[0];
    case 'End':
      return all.at(-1);
    default: {
      if (key.length !== 1 || key === ' ') return undefined;
      const rotated = [...all.slice(now + 1), ...all.slice(0, now + 1)];
      return rotated.find((item) =>
        item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()),
      );
    }
  }
}
