import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense } from 'react';
import { useOnceTrue } from './useOnceTrue';

const load = async () => ({ default: (await import('./ToastList')).ToastList });
const ToastList = lazy(load);

const firstMs = 5000;

/** Fetches what shows toasts once the page has had its time: who is offline later must still be told. An effect. */
export function prepareToasts(): () => void {
  const timer = setTimeout(() => void load().catch(() => undefined), firstMs);
  return () => clearTimeout(timer);
}

/** Where toasts appear: a first visit does without until there is one. */
export function ToastArea() {
  const { notifications } = useNotifications();
  const isUsed = useOnceTrue(notifications.length > 0);
  if (!isUsed) return null;
  return (
    <Suspense fallback={null}>
      <ToastList />
    </Suspense>
  );
}
