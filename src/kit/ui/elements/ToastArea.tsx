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

/** Retries while offline; until then messages are shown as plain text. */
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

/** Loads the toasts ahead of the first one, shortly after the start. An effect. */
export function prepareToasts(): () => void {
  const timer = setTimeout(() => void load(), firstMs);
  return () => clearTimeout(timer);
}

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
