import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import classes from './WaitingMark.module.css';

/** Marks a value that the server does not have yet. */
export function WaitingMark({ text, isBlocked }: { text: string; isBlocked: boolean }) {
  const Icon = isBlocked ? IconAlertTriangle : IconCloudOff;
  return (
    <span
      className={classes.mark}
      role="img"
      aria-label={text}
      title={text}
      data-stuck={isBlocked || undefined}
    >
      <Icon size={14} stroke={2} aria-hidden />
    </span>
  );
}
