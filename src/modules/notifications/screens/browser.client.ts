import { useState } from 'react';
import type { Notification as Arrived } from '../notifications.fields';

/** `missing`: a browser without them, or an address that is neither https nor this machine. */
type Permission = NotificationPermission | 'missing';

function permissionNow(): Permission {
  return 'Notification' in window ? Notification.permission : 'missing';
}

/** Whether the browser may show notifications, and the question to it, asked only when a person wants it. */
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

/** Shows it outside the page, where that is allowed and nobody is looking at the page. */
export function showInBrowser(arrived: Arrived, open: () => void): void {
  if (permissionNow() !== 'granted' || document.hasFocus()) return;
  const { id, title, message } = arrived;
  // The tag makes one of it where several windows are open.
  const shown = new Notification(title, { body: message, tag: `notification-${id}` });
  shown.onclick = () => {
    window.focus();
    open();
    shown.close();
  };
}
