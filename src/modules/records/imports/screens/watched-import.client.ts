import { readStored, writeStored } from '~/kit/ui/hooks/browserStorage';
import type { KindWithRights } from '~/modules/organization/kinds/kinds.rules';

const keyOf = (subject: KindWithRights) => `${subject}-import`;

/** The import that this browser watches: its job, or `sent` before that is known; null for none. */
export function remembered(subject: KindWithRights): string | null {
  return readStored(keyOf(subject));
}

export function remember(subject: KindWithRights, what: string): void {
  writeStored(keyOf(subject), what);
}

export function forget(subject: KindWithRights): void {
  writeStored(keyOf(subject), null);
}
