import { CloseButton } from '@mantine/core';
import { hideNotification, type NotificationData, useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadAhead, loaderOf } from '~/kit/ui/hooks/ahead';
import { useLatch } from '~/kit/ui/hooks/useLatch';
import classes from './ToastArea.module.css';

const plainMs = 500;
const plainCloseMs = 5000;
const mostPlain = 3;

// Until they are there, messages are shown as plain text.
const load = loaderOf(() => import('./ToastList'));
const ToastList = lazy(load);

/** Loads the toasts ahead of the first one. An effect. */
export function prepareToasts(): () => void {
  return loadAhead(load);
}

export function ToastArea() {
  const { notifications } = useNotifications();
  const isUsed = useLatch(notifications.length > 0);
  if (!isUsed) return null;
  return (
    <Suspense fallback={<PlainToasts />}>
      <ToastList />
    </Suspense>
  );
}

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
