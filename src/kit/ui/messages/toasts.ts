import { notifications } from '@mantine/notifications';

const colors = { success: 'teal', error: 'red', warning: 'yellow', info: 'blue' } as const;

/** A message that disappears after 4 s, errors after 5 s (docs/product/screens.md#messages). */
export function toast(type: keyof typeof colors, message: string): void {
  notifications.show({
    message,
    color: colors[type],
    autoClose: type === 'error' ? 5000 : 4000,
    withBorder: true,
    role: type === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}
