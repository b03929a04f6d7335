import { Anchor, Button, TextInput } from '@mantine/core';
import { CardForm } from '~/kit/ui/shell/CardPage';
import { failureSentence, useForm } from '~/kit/ui/form/useForm';

interface Props {
  /** Signs in with the code; a rejection is a refusal. */
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
}

/** The second step of signing in (docs/product/sign-in.md#second-factor). */
export default function SecondStep({ onCode, onBack }: Props) {
  const form = useForm({
    initial: { code: '' },
    problemsOf: ({ code }) =>
      code.trim() === '' ? [{ field: '', message: 'Please type the code' }] : [],
    bodyOf: ({ code }) => code,
    onSubmit: onCode,
  });
  return (
    <CardForm
      subtitle="One more step to sign in"
      onSubmit={form.submit}
      message=""
      error={failureSentence(form.failure)}
    >
      <TextInput
        label="Code from your authenticator app or a recovery code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={60}
        value={form.values.code}
        onChange={(event) => form.set({ code: event.currentTarget.value })}
      />
      <Button type="submit" loading={form.saving} size="md">
        Sign In
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={onBack}>
        Back to sign in
      </Anchor>
    </CardForm>
  );
}
