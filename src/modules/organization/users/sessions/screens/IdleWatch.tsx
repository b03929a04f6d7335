import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { idleMs, noteActivity, takeReport, watchActivity } from '~/kit/ui/calls/idle-clock';
import { api } from '~/kit/ui/calls/api';
import { useLatch } from '~/kit/ui/hooks/useLatch';
import { idleState, warningSeconds } from '../idle.rules';
import { loseSession, signOut, useSession } from './session.client';

// When this cannot be loaded offline, there is no warning, but the session ends all the same.
const IdleWarning = lazy(() => import('./IdleWarning').catch(() => ({ default: () => null })));

const looksMs = 10_000;

/**
 * The browser's side of the idle time-out (docs/product/sign-in.md#idle-time-out): reports real activity to the server,
 * warns a minute before the end, and then signs out. The server ends the session independently.
 */
export default function IdleWatch() {
  const minutes = useSession().session_timeout_minutes;
  const router = useRouter();
  const leave = useCallback(
    async (end: () => Promise<void>) => {
      await end();
      await router.invalidate();
    },
    [router],
  );
  const over = useCallback(() => void leave(endIdleSession), [leave]);
  const { secondsRemaining, stay } = useIdle(minutes, over);
  const needed = useLatch(secondsRemaining !== null);
  return needed ? (
    <Suspense fallback={null}>
      <IdleWarning
        secondsRemaining={secondsRemaining}
        onStay={stay}
        onLeave={() => void leave(signOut)}
      />
    </Suspense>
  ) : null;
}

async function endIdleSession(): Promise<void> {
  await api.post('/auth/logout').catch(() => undefined);
  loseSession();
}

/** The seconds left while the warning is shown, else null; calls `onOver` when the time is over. */
function useIdle(minutes: number | null, onOver: () => void) {
  const [secondsRemaining, setSecondsRemaining] = useState<number | null>(null);
  const look = useRef<() => void>(() => undefined);

  useEffect(() => {
    let timer = 0;
    let isOver = false;
    look.current = () => {
      window.clearTimeout(timer);
      const idle = idleMs();
      const state = idleState(minutes, idle);
      const remainingMs = (minutes ?? 0) * 60_000 - idle;
      setSecondsRemaining(state === 'warning' ? Math.ceil(remainingMs / 1000) : null);
      if (state === 'over') {
        if (!isOver) onOver();
        isOver = true;
        return;
      }
      if (takeReport()) report();
      timer = window.setTimeout(() => look.current(), nextLookMs(state, remainingMs));
    };
    const end = watchActivity(() => {
      // While the warning is shown only its answer counts, and after the end no mouse movement does.
      if (idleState(minutes, idleMs()) === 'active') noteActivity();
      else look.current();
    });
    look.current();
    return () => {
      end();
      window.clearTimeout(timer);
    };
  }, [minutes, onOver]);

  const stay = useCallback(() => {
    noteActivity();
    report();
    look.current();
  }, []);
  return { secondsRemaining, stay };
}

function nextLookMs(state: string, remainingMs: number): number {
  if (state === 'warning') return 1000;
  const untilWarning = remainingMs - warningSeconds * 1000;
  return untilWarning > 0 ? Math.min(looksMs, untilWarning) : looksMs;
}

// A failure needs no handling: a session that is over leads to sign-in.
function report(): void {
  void api.post('/auth/activity').catch(() => undefined);
}
