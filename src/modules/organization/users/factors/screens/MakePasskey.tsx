import { deviceName } from '../../users.rules';
import { NamePasskey } from './NamePasskey';

interface Props {
  onCancel: () => void;
  onDone: () => Promise<void> | void;
}

/** Asks for a name, then has the browser make the passkey. */
export function MakePasskey({ onDone, ...props }: Props) {
  return (
    <NamePasskey
      {...props}
      initial={deviceName(navigator.userAgent)}
      action="Continue"
      onName={async (name) => {
        const { makePasskey } = await import('./passkeys.client');
        await makePasskey(name);
        await onDone();
      }}
    />
  );
}
