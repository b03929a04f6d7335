import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { asCommand } from '~/kit/ui/elements/commands';

export function ColumnButton(props: ComponentProps<typeof Button<'button'>>) {
  return (
    <Button
      {...asCommand()}
      variant="default"
      leftSection={<IconColumns3 size={16} aria-hidden />}
      {...props}
    >
      Customize Columns
    </Button>
  );
}
