import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

interface Props {
  children: string;
  onClick: (() => void) | null;
  variant?: 'filled' | 'default';
}

interface RowProps {
  children: string;
  onClick: () => void;
  disabled?: boolean;
  mb?: 'sm';
}

/** Adds a row to a form. */
export function AddRow({ children, ...props }: RowProps) {
  return (
    <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} {...props}>
      {children}
    </Button>
  );
}

export function AddButton({ children, onClick, variant = 'filled' }: Props) {
  if (!onClick) return null;
  return (
    <Button
      variant={variant}
      data-shortcut={variant === 'filled' ? 'create' : undefined}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
