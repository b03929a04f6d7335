import { Button } from '@mantine/core';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { Fields } from '~/kit/shared/fields/fields';
import { asCommand } from '~/kit/ui/elements/commands';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { SettingsPatch } from '../settings.fields';
import { changeSettings } from './settings.client';

type FormProps<F extends Fields> = ComponentProps<typeof FormDialog<F>>;

interface Props<F extends Fields>
  extends Pick<FormProps<F>, 'title' | 'fields' | 'sections' | 'initial' | 'submitLabel'> {
  command: string;
  icon: ReactNode;
  /** The settings of the typed values. */
  patchOf: (values: Parameters<FormProps<F>['onSubmit']>[0]) => SettingsPatch;
  done: string;
}

/** The command of a screen that changes its settings in a dialog, for administrators. */
export function SettingDialog<F extends Fields>(props: Props<F>) {
  const { command, icon, patchOf, done, ...form } = props;
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button {...asCommand()} variant="default" leftSection={icon} onClick={() => setOpened(true)}>
        {command}
      </Button>
      <FormDialog<F>
        {...form}
        opened={opened}
        onClose={() => setOpened(false)}
        size="md"
        onSubmit={async (values) => {
          await changeSettings(patchOf(values));
          return done;
        }}
      />
    </>
  );
}
