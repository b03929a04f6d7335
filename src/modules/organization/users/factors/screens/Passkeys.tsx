import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { formatInstant } from '~/kit/shared/time/days';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { toast } from '~/kit/ui/messages/toasts';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { AccountCard } from '../../account/screens/AccountCard';
import type { Passkey } from '../passkeys.fields';
import classes from './Factors.module.css';
import { MakePasskey } from './MakePasskey';
import { NamePasskey } from './NamePasskey';
import { hasPasskeys } from './PasskeyButton';
import { usePasskeys } from './usePasskeys';

const about =
  'Sign in with a fingerprint, your face, a device PIN or a security key instead of a password.';

/** "Passkeys" on the account screen (docs/product/sign-in.md#passkeys). */
export function Passkeys() {
  const own = usePasskeys();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const added = async () => {
    await own.reload();
    setAdding(false);
    toast('success', 'Passkey added. Your other sessions were signed out.');
  };
  return (
    <AccountCard title="Passkeys" about={about}>
      {own.state === 'loading' ? <p role="status">Loading...</p> : null}
      {own.state === 'failed' ? (
        <LoadFailed text="Your passkeys could not be loaded." onRetry={() => void own.reload()} />
      ) : null}
      {own.passkeys.length > 0 ? (
        <ul className={classes.passkeys} aria-label="Passkeys">
          {own.passkeys.map((passkey) => (
            <PasskeyLine
              key={passkey.id}
              passkey={passkey}
              onName={(name) => own.rename(passkey.id, name)}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      ) : null}
      {adding ? (
        <MakePasskey onCancel={() => setAdding(false)} onDone={added} />
      ) : (
        <AddPasskey onAdd={() => setAdding(true)} />
      )}
      <ConfirmDialog
        opened={removing !== null}
        title="Remove Passkey"
        subject={removing?.name}
        message="You can no longer sign in with this passkey. Delete it on the device as well."
        confirmLabel="Remove Passkey"
        danger
        onConfirm={async () => {
          if (removing) await own.remove(removing.id);
          return 'Passkey removed';
        }}
        onClose={() => setRemoving(null)}
      />
    </AccountCard>
  );
}

function AddPasskey({ onAdd }: { onAdd: () => void }) {
  if (hasPasskeys()) return <Button onClick={onAdd}>Add Passkey</Button>;
  return <SoftText>Passkeys need HTTPS or localhost.</SoftText>;
}

interface LineProps {
  passkey: Passkey;
  onName: (name: string) => Promise<void>;
  onRemove: () => void;
}

function PasskeyLine({ passkey, onName, onRemove }: LineProps) {
  const { timeZone } = useCompany();
  const [naming, setNaming] = useState(false);
  const id = useId();
  const { name, created_at, last_used_at } = passkey;
  if (naming)
    return (
      <li>
        <NamePasskey
          initial={name}
          action="Save"
          onName={async (next) => {
            await onName(next);
            setNaming(false);
          }}
          onCancel={() => setNaming(false)}
        />
      </li>
    );
  return (
    <li>
      <div id={id}>
        <p>{name}</p>
        <SoftText className={classes.moments} small>
          <span>Added {formatInstant(created_at, timeZone)}</span>{' '}
          <span>
            {last_used_at ? `Last used ${formatInstant(last_used_at, timeZone)}` : 'Never used'}
          </span>
        </SoftText>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" size="xs" aria-describedby={id} onClick={() => setNaming(true)}>
          Rename
        </Button>
        <Button variant="default" size="xs" aria-describedby={id} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}
