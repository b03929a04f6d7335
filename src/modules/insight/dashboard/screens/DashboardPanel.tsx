import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '~/kit/ui/elements/Panel';
import { EmptyState, FailedState } from '~/kit/ui/messages/ListStates';
import type { ListState } from '~/kit/ui/records/list-store';
import classes from './DashboardPanel.module.css';

interface Props {
  title: string;
  action?: ReactNode;
  state: ListState;
  /** The data shown belongs to another period; the current one is loading. */
  isEarlier?: boolean;
  isEmpty: boolean;
  emptyText: string;
  emptyHint: string;
  emptyAction?: ReactNode;
  failedText: string;
  onRetry: () => void;
  children: ReactNode;
}

/** A card with a title and four states: loading, failed, empty, filled. */
export function DashboardPanel(props: Props) {
  const { title, action, state, isEarlier = false } = props;
  return (
    <Panel
      title={title}
      action={action}
      className={classes.panel}
      aria-busy={state === 'loading' || isEarlier}
    >
      <div className={classes.panelBody}>
        <Face {...props} />
      </div>
    </Panel>
  );
}

function Face(props: Props) {
  const { state, emptyText, emptyHint, emptyAction = null, failedText, onRetry } = props;
  if (state === 'loading') return <Lines />;
  if (state === 'failed') return <FailedState text={failedText} onRetry={onRetry} />;
  if (props.isEmpty) return <EmptyState text={emptyText} hint={emptyHint} action={emptyAction} />;
  return props.children;
}

const widths = ['72%', '54%', '66%', '48%', '60%'];

function Lines() {
  return (
    <div className={classes.lines}>
      {widths.map((width) => (
        <Skeleton key={width} height={12} width={width} />
      ))}
    </div>
  );
}
