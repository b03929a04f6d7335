import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

interface UnsavedGuardOptions {
  opened: boolean;
  isUnsaved: () => boolean;
  onClose: () => void;
}

/** Asks before typed input is lost: by closing, by the browser's Back, by leaving the page. */
export function useUnsavedGuard({ opened, isUnsaved, onClose }: UnsavedGuardOptions) {
  const [closing, setClosing] = useState(false);
  const latest = useRef(isUnsaved);
  const givenUp = useRef(false);
  useEffect(() => {
    latest.current = isUnsaved;
  });
  useEffect(() => {
    if (opened) givenUp.current = false;
  }, [opened]);
  const unsaved = useCallback(() => !givenUp.current && latest.current(), []);

  const blocker = useBlocker({
    shouldBlockFn: unsaved,
    enableBeforeUnload: unsaved,
    disabled: !opened,
    withResolver: true,
  });
  const leaving = blocker.status === 'blocked';

  return {
    asking: closing || leaving,
    close: () => {
      if (closing || leaving) return;
      if (unsaved()) setClosing(true);
      else onClose();
    },
    keep: () => {
      setClosing(false);
      blocker.reset?.();
    },
    discard: () => {
      givenUp.current = true;
      setClosing(false);
      if (blocker.status === 'blocked') blocker.proceed();
      else onClose();
    },
  };
}
