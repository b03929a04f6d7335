import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import classes from './OfferToast.module.css';

const offeredMs = 30_000;

interface Offer {
  label: string;
  onChoose: () => void;
  /** What the keyboard calls it. */
  shortcut?: 'undo';
}

/** A message with one thing to do about it; it stays for 30 s, and longer under the pointer and the focus. */
export function toastOffer(message: string, { label, onChoose, shortcut }: Offer): void {
  const id = notifications.show({
    message: (
      <span className={classes.offer}>
        <span>{message}</span>
        <Button
          variant="light"
          size="compact-sm"
          data-shortcut={shortcut}
          onClick={() => {
            notifications.hide(id);
            onChoose();
          }}
        >
          {label}
        </Button>
      </span>
    ),
    color: 'teal',
    autoClose: offeredMs,
    withBorder: true,
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}
