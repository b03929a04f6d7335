import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { failureMessage, useForm } from '~/kit/ui/form/useForm';
import { inGroups } from '../second-factor.rules';
import type { Beginning } from '../second-factor.fields';
import { beginFactor, confirmFactor } from './second-factor.client';
import classes from './Factors.module.css';
import { QuestionForm, PasswordQuestion } from './PasswordQuestion';
import { RecoveryCodes } from './RecoveryCodes';

interface Leaving {
  cancelLabel?: string;
  onCancel: () => void;
}

interface Props extends Leaving {
  /** The recovery codes were seen. */
  onDone: () => void;
}

/** Password, then the secret for the app and a first code of it, then the recovery codes. */
export function SetUpFactor({ onDone, ...leaving }: Props) {
  const [started, setStarted] = useState<Beginning | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (started) return <FirstCode started={started} onCodes={setCodes} {...leaving} />;
  return (
    <PasswordQuestion
      action="Continue"
      onPassword={async (password) => setStarted(await beginFactor(password))}
      {...leaving}
    />
  );
}

interface FirstCodeProps extends Leaving {
  started: Beginning;
  onCodes: (codes: readonly string[]) => void;
}

function FirstCode({ started, onCodes, ...leaving }: FirstCodeProps) {
  const form = useForm({
    initial: { code: '' },
    problemsOf: ({ code }) =>
      code.trim() === '' ? [{ field: 'code', message: 'Please enter the code' }] : [],
    bodyOf: ({ code }) => code,
    onSubmit: async (code) => onCodes(await confirmFactor(code)),
  });
  return (
    <QuestionForm form={form} action="Turn On" {...leaving}>
      <p>
        Scan this QR code with an authenticator app such as Google Authenticator, Microsoft
        Authenticator or 1Password, or enter the secret.
      </p>
      <div className={classes.secret}>
        <img src={started.qr} alt="QR code with the secret" width={176} height={176} />
        <div>
          <SoftText small>Secret</SoftText>
          <code aria-label="Secret">{inGroups(started.secret)}</code>
        </div>
      </div>
      <TextInput
        label="Code from the app"
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        maxLength={20}
        value={form.values.code}
        error={form.errorOf('code') ?? failureMessage(form.failure)}
        onChange={(event) => form.set({ code: event.currentTarget.value })}
      />
    </QuestionForm>
  );
}
