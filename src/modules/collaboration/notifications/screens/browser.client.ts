import { useState } from 'react';
import type { Notification as Arrived } from '../notifications.fields';

/** `missing`: the browser does not support them, or the page is neither on https nor on localhost. */
type Permission = NotificationPermission | 'missing';

function permissionNow(): Permission {
  return 'Notification' in window ? Notification.permission : 'missing';
}

/**
 * Whether the browser may show notifications, and a function that asks for permission; call it only on a user's action.
 */
export function useBrowserPermission(): { permission: Permission; ask: () => Promise<void> } {
  const [permission, setPermission] = useState(permissionNow);
  return {
    permission,
    ask: async () => {
      await Notification.requestPermission();
      setPermission(permissionNow());
    },
  };
}

/** Shows a browser notification, if permitted and the page is not visible. */
export function showInBrowser(arrived: Arrived, open: () => void): void {
  if (permissionNow() !== 'granted' || document.hasFocus()) return;
  const { id, title, message } = arrived;
  // The tag merges the notifications of several open windows.
  const shown = new Notification(title, { body: message, tag: `notification-${id}` });
  shown.onclick = () => {
    window.focus();
    open();
    shown.close();
  };
}
