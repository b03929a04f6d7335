import { TextInput } from '@mantine/core';
import { fieldError } from '~/kit/shared/fields/typed-values';
import { failureMessage, useForm } from '~/kit/ui/form/useForm';
import { passkeyName } from '../passkeys.fields';
import { QuestionForm } from './PasswordQuestion';

interface Props {
  initial: string;
  action: string;
  onName: (name: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks what a passkey is called, before it is made or later. */
export function NamePasskey({ initial, onName, ...answering }: Props) {
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
    <QuestionForm form={form} {...answering}>
      <TextInput
        label="Passkey Name"
        autoFocus
        value={form.values.name}
        error={form.errorOf('name') ?? failureMessage(form.failure)}
        onChange={(event) => form.set({ name: event.currentTarget.value })}
      />
    </QuestionForm>
  );
}
