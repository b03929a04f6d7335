import { useNavigate, useRouterState } from '@tanstack/react-router';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { Suspense, useEffect, useState } from 'react';
import { onConfirmationNeeded } from '~/kit/ui/calls/confirmation';
import { toast } from '~/kit/ui/messages/toasts';
import { useLatch } from '~/kit/ui/hooks/useLatch';

const ConfirmIdentity = lazyPart(() => import('./ConfirmIdentity'));

type Respond = (confirmed: boolean) => void;

/** Where a call that needs a confirmation asks who the person is (docs/product/sign-in.md#confirmation). */
export function ConfirmationArea() {
  const [waiting, setWaiting] = useState<{ respond: Respond } | null>(null);
  useEffect(() => {
    let pending: Respond | null = null;
    const end = onConfirmationNeeded(
      () =>
        new Promise((resolve) => {
          pending = resolve;
          setWaiting({ respond: resolve });
        }),
    );
    return () => {
      end();
      pending?.(false);
    };
  }, []);
  useReturn();
  const isUsed = useLatch(waiting !== null);
  if (!isUsed) return null;
  const respond = (confirmed: boolean) => {
    waiting?.respond(confirmed);
    setWaiting(null);
  };
  return (
    <Suspense fallback={null}>
      <ConfirmIdentity opened={waiting !== null} onRespond={respond} />
    </Suspense>
  );
}

/** Shows the result of a confirmation at the provider on the page that the user left. */
function useReturn(): void {
  const location = useRouterState({ select: (state) => state.location });
  const navigate = useNavigate();
  const search = new URLSearchParams(location.searchStr);
  const confirmed = search.get('confirmed');
  search.delete('confirmed');
  const rest = search.size > 0 ? `?${search}` : '';
  const hash = location.hash === '' ? '' : `#${location.hash}`;
  const page = location.pathname + rest + hash;
  useEffect(() => {
    if (confirmed === null) return;
    if (confirmed === 'yes') toast('success', 'Identity confirmed. Please repeat the action.');
    else toast('error', 'Not confirmed. Please sign in at the provider with your own account.');
    void navigate({ href: page, replace: true });
  }, [confirmed, navigate, page]);
}
