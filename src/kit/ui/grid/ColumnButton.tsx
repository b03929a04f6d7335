import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

export function ColumnButton(props: ComponentProps<typeof Button<'button'>>) {
  return (
    <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />} {...props}>
      Customize Columns
    </Button>
  );
}
