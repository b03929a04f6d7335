import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

interface Props {
  children: string;
  /** Null for those who may not: then there is no button. */
  onClick: (() => void) | null;
  variant?: 'filled' | 'default';
}

/** "Add Lead": opens the form of a new record. */
export function AddButton({ children, onClick, variant = 'filled' }: Props) {
  if (!onClick) return null;
  return (
    <Button variant={variant} leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {children}
    </Button>
  );
}
