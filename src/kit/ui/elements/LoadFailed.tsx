import { Button } from '@mantine/core';
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
