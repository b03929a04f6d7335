import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

interface Props {
  children: string;
  onClick: (() => void) | null;
  variant?: 'filled' | 'default';
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
