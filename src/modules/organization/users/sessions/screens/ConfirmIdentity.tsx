import { Alert, Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogBody, DialogFooter, DialogForm } from '~/kit/ui/dialog/DialogParts';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { failureMessage, useForm } from '~/kit/ui/form/useForm';
import { PasskeyButton } from '../../factors/screens/PasskeyButton';
import type { ConfirmationWay } from '../confirmation.rules';
import classes from './ConfirmIdentity.module.css';
import { confirmAtProvider, confirmIdentity, useConfirmationWays } from './confirmation.client';

interface Props {
  opened: boolean;
  onRespond: (confirmed: boolean) => void;
}

/** "Confirm Your Identity", before a call that needs a confirmation (docs/product/sign-in.md#confirmation). */
export default function ConfirmIdentity({ opened, onRespond }: Props) {
  const ways = useConfirmationWays(opened);
  return (
    <Dialog
      opened={opened}
      onClose={() => onRespond(false)}
      title="Confirm Your Identity"
      placement="question"
    >
      <Ways ways={ways} onRespond={onRespond} />
    </Dialog>
  );
}

interface WaysProps {
  ways: readonly ConfirmationWay[];
  onRespond: (confirmed: boolean) => void;
}

type Typed = 'password' | 'code';

function Ways({ ways, onRespond }: WaysProps) {
  const [isOther, setOther] = useState(false);
  const typed = ways.filter((way): way is Typed => way === 'password' || way === 'code');
  const way = typed[isOther ? 1 : 0] ?? null;
  return (
    <ProofForm
      // What was typed for one way is nothing to the other.
      key={way}
      way={way}
      ways={ways}
      {...(typed.length > 1 ? { onOther: () => setOther(!isOther) } : {})}
      onRespond={onRespond}
    />
  );
}

interface ProofFormProps extends WaysProps {
  /** What is typed; null for a person who has nothing to type. */
  way: Typed | null;
  onOther?: () => void;
}

async function confirmByPasskey(): Promise<void> {
  const { askForPasskey } = await import('../../factors/screens/passkeys.client');
  await confirmIdentity({ passkey: await askForPasskey() });
}

const about = 'You signed in a while ago. Confirm your identity to continue.';
const aboutProvider =
  'You signed in a while ago. Sign in at the provider again, then repeat the action.';
const unfilled = { password: 'Please enter your password', code: 'Please type the code' };

function ProofForm({ way, ways, onOther, onRespond }: ProofFormProps) {
  const [failure, setFailure] = useState('');
  const form = useForm({
    initial: { typed: '' },
    problemsOf: ({ typed }) =>
      way && typed.trim() === '' ? [{ field: 'typed', message: unfilled[way] }] : [],
    bodyOf: ({ typed }) => (way === 'password' ? { password: typed } : { code: typed }),
    onSubmit: confirmIdentity,
    onSaved: () => onRespond(true),
  });
  const input = {
    value: form.values.typed,
    error: form.errorOf('typed') ?? (failureMessage(form.failure) || failure),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.set({ typed: event.currentTarget.value }),
  };
  return (
    <DialogForm noValidate onSubmit={form.submit}>
      <DialogBody className={classes.proof}>
        <SoftText>{way === null && ways.includes('provider') ? aboutProvider : about}</SoftText>
        {way ? <ProofInput way={way} {...input} /> : null}
        {ways.includes('passkey') ? (
          <PasskeyButton
            onUse={async () => {
              await confirmByPasskey();
              onRespond(true);
            }}
            onFailure={setFailure}
          />
        ) : null}
        {ways.includes('provider') ? <ProviderButton onFailure={setFailure} /> : null}
        {way === null && failure ? <Alert color="red">{failure}</Alert> : null}
        {onOther ? (
          <Anchor component="button" type="button" size="sm" onClick={onOther}>
            {way === 'password' ? 'Use a code instead' : 'Use your password instead'}
          </Anchor>
        ) : null}
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={() => onRespond(false)}>
          Cancel
        </Button>
        {way ? (
          <Button type="submit" loading={form.saving}>
            Confirm
          </Button>
        ) : null}
      </DialogFooter>
    </DialogForm>
  );
}

interface ProofInputProps {
  way: Typed;
  value: string;
  error: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
}

function ProofInput({ way, ...input }: ProofInputProps) {
  if (way === 'password')
    return (
      <PasswordInput
        label="Your Password"
        autoComplete="current-password"
        data-autofocus
        {...input}
      />
    );
  return (
    <TextInput
      label="Code from your authenticator app or a recovery code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={60}
      data-autofocus
      {...input}
    />
  );
}

function ProviderButton({ onFailure }: { onFailure: (message: string) => void }) {
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    try {
      await confirmAtProvider();
    } catch (error) {
      setLeaving(false);
      onFailure(error instanceof Error ? error.message : 'Unknown error');
    }
  };
  return (
    <Button variant="default" size="md" loading={leaving} onClick={() => void leave()}>
      Continue with single sign-on
    </Button>
  );
}
