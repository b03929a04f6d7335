import { Button, Skeleton } from '@mantine/core';
import classes from './LoadFailed.module.css';

export function LoadFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={classes.loadFailed} role="alert">
      <p>{text}</p>
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

interface NotLoadedProps {
  /** As in "The account could not be loaded." */
  what: string;
  state: string;
  /** Of what comes. */
  height?: number;
  onRetry: () => void;
}

/** A skeleton while data is loading, a message with Retry where it failed to load. Its label names nothing, since a field may have that name. */
export function NotLoaded({ what, state, height = 40, onRetry }: NotLoadedProps) {
  return state === 'failed' ? (
    <LoadFailed text={`The ${what} could not be loaded.`} onRetry={onRetry} />
  ) : (
    <Skeleton height={height} role="status" aria-label="Loading..." />
  );
}
