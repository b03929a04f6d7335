import { Button, TextInput } from '@mantine/core';
import { fieldError } from '~/kit/shared/fields/typed-values';
import { failureMessage, useForm } from '~/kit/ui/form/useForm';
import { passkeyName } from '../passkeys.fields';
import classes from './Factors.module.css';

interface Props {
  initial: string;
  action: string;
  cancelLabel?: string;
  onName: (name: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks what a passkey is called, before it is made or later. */
export function NamePasskey({ initial, action, cancelLabel = 'Cancel', onName, onCancel }: Props) {
  const form = useForm({
    initial: { name: initial },
    problemsOf: ({ name }) => {
      const message = fieldError(passkeyName, name, 'form');
      return message === null ? [] : [{ field: 'name', message }];
    },
    bodyOf: ({ name }) => name.trim(),
    onSubmit: onName,
  });
  return (
    <form className={classes.steps} noValidate onSubmit={form.submit}>
      <TextInput
        label="Passkey Name"
        autoFocus
        value={form.values.name}
        error={form.errorOf('name') ?? failureMessage(form.failure)}
        onChange={(event) => form.set({ name: event.currentTarget.value })}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={form.saving}>
          {action}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {cancelLabel}
        </Button>
      </div>
    </form>
  );
}
