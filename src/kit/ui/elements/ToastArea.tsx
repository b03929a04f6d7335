import { CloseButton } from '@mantine/core';
import { hideNotification, type NotificationData, useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import classes from './ToastArea.module.css';

const firstMs = 2000;
const againMs = 2000;
const plainMs = 500;
const plainCloseMs = 5000;
const mostPlain = 3;

/** Without a connection it goes on trying: what was to be said is said by plain words until then. */
async function load() {
  for (;;) {
    try {
      return { default: (await import('./ToastList')).ToastList };
    } catch {
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }
}

const ToastList = lazy(load);

/** Fetches what shows toasts once the page has had its time. An effect. */
export function prepareToasts(): () => void {
  const timer = setTimeout(() => void load(), firstMs);
  return () => clearTimeout(timer);
}

/** Where toasts appear: a first visit does without until there is one. */
export function ToastArea() {
  const { notifications } = useNotifications();
  const isUsed = useOnceTrue(notifications.length > 0);
  if (!isUsed) return null;
  return (
    <Suspense fallback={<PlainToasts />}>
      <ToastList />
    </Suspense>
  );
}

/** What is to be said, when that which says it well cannot be fetched. */
function PlainToasts() {
  const { notifications } = useNotifications();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), plainMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <div className={classes.toasts}>
      {notifications.slice(-mostPlain).map((each) => (
        <PlainToast key={each.id} {...each} />
      ))}
    </div>
  );
}

function PlainToast({ id = '', message, role }: NotificationData) {
  useEffect(() => {
    const timer = setTimeout(() => hideNotification(id), plainCloseMs);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <div className={classes.toast}>
      <p role={role}>{message}</p>
      <CloseButton aria-label="Dismiss" onClick={() => hideNotification(id)} />
    </div>
  );
}
