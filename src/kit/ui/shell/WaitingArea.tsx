import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useWaiting } from '~/kit/ui/waiting/waiting';
import { waitingMessage } from '~/kit/ui/waiting/waiting-change';
import { Coming } from '~/kit/ui/dialog/lazyDialog';
import { loadAhead, loaderOf } from '~/kit/ui/hooks/ahead';
import { useLatch } from '~/kit/ui/hooks/useLatch';
import classes from './WaitingArea.module.css';

const loadDialogs = loaderOf(() => import('./WaitingDialogs'));
const WaitingDialogs = lazy(loadDialogs);

interface Props {
  /** Whether the person asked to sign out. */
  isLeaving: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Says what waits for the connection, lists it, and asks before a sign-out drops it. */
export default function WaitingArea({ isLeaving, onStay, onLeave }: Props) {
  const changes = useWaiting();
  const [isOpen, setOpen] = useState(false);
  const blocked = changes.filter((change) => change.stuck).length;
  const message = waitingTextOf(changes.length - blocked, blocked);
  const hasSome = changes.length > 0;
  const isNeeded = useLatch(isOpen || isLeaving);
  useEffect(() => loadAhead(loadDialogs), []);
  const Icon = blocked > 0 ? IconAlertTriangle : IconCloudOff;
  return (
    <>
      <div className={classes.bar} data-filled={hasSome || undefined}>
        {hasSome ? <Icon size={16} stroke={2} aria-hidden /> : null}
        <span role="status">{message}</span>
        {hasSome ? (
          <button type="button" className={classes.show} onClick={() => setOpen(true)}>
            Show
          </button>
        ) : null}
      </div>
      {isNeeded ? (
        <Suspense fallback={<Coming />}>
          <WaitingDialogs
            isOpen={isOpen}
            changes={changes}
            onClose={() => setOpen(false)}
            isLeaving={isLeaving}
            message={message}
            onStay={onStay}
            onLeave={onLeave}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function waitingTextOf(waiting: number, blocked: number): string {
  const undecided = `${blocked} ${blocked === 1 ? 'change needs' : 'changes need'} your decision`;
  const parts = [waiting > 0 ? waitingMessage(waiting) : '', blocked > 0 ? undecided : ''];
  return parts.filter(Boolean).join(', ');
}
