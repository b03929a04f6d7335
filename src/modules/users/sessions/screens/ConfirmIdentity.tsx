import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogBody, DialogFooter, DialogForm } from '~/kit/ui/dialog/DialogParts';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { failureSentence, useForm } from '~/kit/ui/form/useForm';
import { PasskeyButton } from '../../factors/screens/PasskeyButton';
import type { ConfirmationWay } from '../confirmation.rules';
import classes from './ConfirmIdentity.module.css';
import { confirmIdentity, useConfirmationWays } from './confirmation.client';

interface Props {
  opened: boolean;
  onAnswer: (confirmed: boolean) => void;
}

/** "Confirm it is you", before what cannot be undone. */
export default function ConfirmIdentity({ opened, onAnswer }: Props) {
  const ways = useConfirmationWays(opened);
  return (
    <Dialog
      opened={opened}
      onClose={() => onAnswer(false)}
      title="Confirm it is you"
      placement="question"
    >
      <Ways ways={ways} onAnswer={onAnswer} />
    </Dialog>
  );
}

interface WaysProps {
  ways: readonly ConfirmationWay[];
  onAnswer: (confirmed: boolean) => void;
}

function Ways({ ways, onAnswer }: WaysProps) {
  const [way, setWay] = useState<'password' | 'code'>('password');
  const other = way === 'password' ? 'code' : 'password';
  return (
    <ProofForm
      // What was typed for one way is nothing to the other.
      key={way}
      way={way}
      hasPasskey={ways.includes('passkey')}
      {...(ways.includes('code') ? { onOther: () => setWay(other) } : {})}
      onAnswer={onAnswer}
    />
  );
}

interface ProofFormProps {
  way: 'password' | 'code';
  hasPasskey: boolean;
  onOther?: () => void;
  onAnswer: (confirmed: boolean) => void;
}

async function confirmByPasskey(): Promise<void> {
  const { askForPasskey } = await import('../../factors/screens/passkeys.client');
  await confirmIdentity({ passkey: await askForPasskey() });
}

const about =
  'You signed in a while ago. Please show once more that it is you; then it goes on by itself.';
const unfilled = { password: 'Please type your password', code: 'Please type the code' };

function ProofForm({ way, hasPasskey, onOther, onAnswer }: ProofFormProps) {
  const [failure, setFailure] = useState('');
  const form = useForm({
    initial: { typed: '' },
    problemsOf: ({ typed }) =>
      typed.trim() === '' ? [{ field: 'typed', message: unfilled[way] }] : [],
    bodyOf: ({ typed }) => (way === 'password' ? { password: typed } : { code: typed }),
    onSubmit: confirmIdentity,
    onSaved: () => onAnswer(true),
  });
  const input = {
    'data-autofocus': true,
    value: form.values.typed,
    error: form.errorOf('typed') ?? (failureSentence(form.failure) || failure),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.set({ typed: event.currentTarget.value }),
  };
  return (
    <DialogForm noValidate onSubmit={form.submit}>
      <DialogBody className={classes.proof}>
        <SoftText>{about}</SoftText>
        {way === 'password' ? (
          <PasswordInput label="Your Password" autoComplete="current-password" {...input} />
        ) : (
          <TextInput
            label="Code from your authenticator app or a recovery code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            {...input}
          />
        )}
        {hasPasskey ? (
          <PasskeyButton
            onUse={async () => {
              await confirmByPasskey();
              onAnswer(true);
            }}
            onFailure={setFailure}
          />
        ) : null}
        {onOther ? (
          <Anchor component="button" type="button" size="sm" onClick={onOther}>
            {way === 'password' ? 'Use a code instead' : 'Use your password instead'}
          </Anchor>
        ) : null}
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={() => onAnswer(false)}>
          Cancel
        </Button>
        <Button type="submit" loading={form.saving}>
          Confirm
        </Button>
      </DialogFooter>
    </DialogForm>
  );
}
