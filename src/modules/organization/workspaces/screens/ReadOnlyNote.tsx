import { IconLock } from '@tabler/icons-react';
import { useCanWrite } from './workspaces.client';
import { SoftText } from '~/kit/ui/theme/SoftText';
import classes from './ReadOnlyNote.module.css';

/** Tells a viewer why nothing can be changed here; renders nothing for others. */
export function ReadOnlyNote() {
  const verdict = useCanWrite();
  if (verdict.ok) return null;
  return (
    <SoftText className={classes.readOnlyNote}>
      <IconLock size={16} stroke={1.75} aria-hidden />
      {verdict.message}
    </SoftText>
  );
}
