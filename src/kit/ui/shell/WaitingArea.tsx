import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useWaiting } from '~/kit/ui/data/waiting';
import { waitingSentence } from '~/kit/ui/data/waiting-change';
import { loadAhead, untilLoaded } from '~/kit/ui/hooks/ahead';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import classes from './WaitingArea.module.css';

const loadDialogs = () => untilLoaded(() => import('./WaitingDialogs'));
const WaitingDialogs = lazy(loadDialogs);

interface Props {
  /** Whether the person asked to sign out. */
  isLeaving: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Says what waits for the connection, lists it, and asks before a sign-out drops it. */
export function WaitingArea({ isLeaving, onStay, onLeave }: Props) {
  const changes = useWaiting();
  const [isOpen, setOpen] = useState(false);
  const stuck = changes.filter((change) => change.stuck).length;
  const sentence = sentenceOf(changes.length - stuck, stuck);
  const hasSome = changes.length > 0;
  const isAsked = useOnceTrue(isOpen || isLeaving);
  useEffect(() => loadAhead(loadDialogs), []);
  const Icon = stuck > 0 ? IconAlertTriangle : IconCloudOff;
  return (
    <>
      <div className={classes.bar} data-filled={hasSome || undefined}>
        {hasSome ? <Icon size={16} stroke={2} aria-hidden /> : null}
        <span role="status">{sentence}</span>
        {hasSome ? (
          <button type="button" className={classes.show} onClick={() => setOpen(true)}>
            Show
          </button>
        ) : null}
      </div>
      {isAsked ? (
        <Suspense fallback={null}>
          <WaitingDialogs
            isOpen={isOpen}
            changes={changes}
            onClose={() => setOpen(false)}
            isLeaving={isLeaving}
            sentence={sentence}
            onStay={onStay}
            onLeave={onLeave}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function sentenceOf(waiting: number, stuck: number): string {
  const undecided = `${stuck} ${stuck === 1 ? 'change needs' : 'changes need'} your decision`;
  const parts = [waiting > 0 ? waitingSentence(waiting) : '', stuck > 0 ? undecided : ''];
  return parts.filter(Boolean).join(', ');
}
