import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { focusTable } from '~/kit/ui/hooks/focusTable';
import classes from './OfferToast.module.css';

const offeredMs = 30_000;

interface Offer {
  label: string;
  onChoose: () => void;
  /** What the keyboard calls it. */
  shortcut?: 'undo';
}

/** A message with one thing to do about it. */
export function toastOffer(message: string, { label, onChoose, shortcut }: Offer): void {
  toastContent((hide) => (
    <span className={classes.offer}>
      <span>{message}</span>
      <Button
        variant="light"
        size="compact-sm"
        data-shortcut={shortcut}
        onClick={() => {
          hide();
          focusTable();
          onChoose();
        }}
      >
        {label}
      </Button>
    </span>
  ));
}

/** A message of parts that are used; it stays for 30 s, and longer under the pointer and the focus. */
export function toastContent(content: (hide: () => void) => ReactNode): void {
  const id = notifications.show({
    message: content(() => notifications.hide(id)),
    color: 'teal',
    autoClose: offeredMs,
    withBorder: true,
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}
