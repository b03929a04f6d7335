import { Button } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { asCommand } from '~/kit/ui/elements/commands';

interface Props extends Omit<ComponentProps<typeof Button<'button'>>, 'children'> {
  icon: ReactNode;
  danger?: boolean;
  shortcut?: string;
  children: string;
}

export function BarButton({ icon, danger = false, shortcut, ...props }: Props) {
  return (
    <Button
      {...props}
      {...(danger ? { color: 'red' } : {})}
      variant="subtle"
      size="compact-sm"
      leftSection={icon}
      {...asCommand(shortcut ? '' : `${props.children} selected`)}
      data-shortcut={shortcut}
    />
  );
}
