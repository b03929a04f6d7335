import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ListStates.module.css';

const skeletonRows = ['62%', '48%', '74%', '55%', '68%', '44%', '70%', '58%'];

export function LoadingRows({ columns, text }: { columns: number; text: string }) {
  const bars = Array.from({ length: columns }, (_, column) => column);
  return (
    <div className={classes.loading}>
      <div className={classes.loadingText} role="status">
        {text}
      </div>
      <div aria-hidden="true">
        {skeletonRows.map((width, row) => (
          <div key={width} className={classes.skeletonRow}>
            {bars.map((column) => (
              <span key={column}>
                <SkeletonBar at={row + column * 3} />
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** A bar in place of a text that is on its way; `at` gives it one of several widths. */
export function SkeletonBar({ at }: { at: number }) {
  return (
    <span className={classes.skeleton} style={{ width: skeletonRows[at % skeletonRows.length] }} />
  );
}

export function FailedState({
  text,
  onRetry,
}: {
  text: string;
  onRetry: (() => void) | undefined;
}) {
  return (
    <div className={classes.state} data-list-state role="alert">
      <p className={classes.stateTitle}>{text}</p>
      {onRetry ? (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={onRetry}
        >
          Retry
        </Button>
      ) : null}
    </div>
  );
}

export function EmptyState(props: { text: string; hint: ReactNode; action: ReactNode }) {
  return (
    <div className={classes.state} data-list-state>
      <p className={classes.stateTitle}>{props.text}</p>
      {props.hint ? <div className={classes.stateHint}>{props.hint}</div> : null}
      {props.action}
    </div>
  );
}
