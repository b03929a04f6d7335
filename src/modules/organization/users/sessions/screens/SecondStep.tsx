import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CardAnchor, CardForm } from '~/kit/ui/shell/CardPage';
import { useForm } from '~/kit/ui/form/useForm';
import type { Assertion } from '../../factors/passkeys.fields';
import { PasskeyButton } from '../../factors/screens/PasskeyButton';

interface Props {
  /** What the person has of these: `code`, `passkey`. */
  factors: readonly unknown[];
  /** Signs in with one of them; a rejection is a refusal. */
  onShown: (shown: { code: string } | { passkey: Assertion }) => Promise<void>;
  onBack: () => void;
}

/** The second step of signing in (docs/product/sign-in.md#second-factor). */
export default function SecondStep({ factors, onShown, onBack }: Props) {
  const [failure, setFailure] = useState('');
  const hasPasskey = factors.includes('passkey');
  const asksCode = factors.includes('code') || !hasPasskey;
  const form = useForm({
    initial: { code: '' },
    problemsOf: ({ code }) =>
      code.trim() === '' ? [{ field: '', message: 'Please type the code' }] : [],
    bodyOf: ({ code }) => ({ code }),
    onSubmit: onShown,
  });
  return (
    <CardForm form={form} subtitle="One more step to sign in" failure={failure}>
      {asksCode ? (
        <>
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
        </>
      ) : null}
      {hasPasskey ? (
        <PasskeyButton
          onUse={async () => {
            const { askForPasskey } = await import('../../factors/screens/passkeys.client');
            await onShown({ passkey: await askForPasskey() });
          }}
          onFailure={setFailure}
        />
      ) : null}
      <CardAnchor onClick={onBack}>Back to sign in</CardAnchor>
    </CardForm>
  );
}
