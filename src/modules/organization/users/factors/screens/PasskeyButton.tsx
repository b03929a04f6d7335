import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { relyingParty } from '../passkeys.rules';

interface Props {
  onUse: () => Promise<void>;
  /** Empty when it is tried again. */
  onFailure: (message: string) => void;
}

/** "Use a passkey", in the place of typing; nothing where the browser has none for this page. */
export function PasskeyButton({ onUse, onFailure }: Props) {
  const [asking, setAsking] = useState(false);
  const running = useRef(false);
  if (!hasPasskeys()) return null;
  const use = async () => {
    if (running.current) return;
    running.current = true;
    setAsking(true);
    onFailure('');
    try {
      await onUse();
    } catch (error) {
      onFailure(error instanceof Error ? error.message : 'Unknown error');
    } finally {
      running.current = false;
      setAsking(false);
    }
  };
  return (
    <Button variant="default" size="md" loading={asking} onClick={() => void use()}>
      Use a passkey
    </Button>
  );
}

export function hasPasskeys(): boolean {
  const { origin } = window.location;
  return 'PublicKeyCredential' in window && relyingParty(origin, origin) !== null;
}
