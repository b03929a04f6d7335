import { readStored, writeStored } from '~/kit/ui/hooks/browserStorage';
import type { Kind } from '~/modules/organization/kinds/kinds.rules';

const keyOf = (subject: Kind) => `${subject}-import`;

/** The import that this browser watches: its job, or `sent` before that is known; null for none. */
export function remembered(subject: Kind): string | null {
  return readStored(keyOf(subject));
}

export function remember(subject: Kind, what: string): void {
  writeStored(keyOf(subject), what);
}

export function forget(subject: Kind): void {
  writeStored(keyOf(subject), null);
}
