import type { Kind } from '~/modules/organization/kinds/kinds.rules';

const keyOf = (subject: Kind) => `${subject}-import`;

/** The import that this browser watches: its job, or `sent` before that is known; null for none. */
export function remembered(subject: Kind): string | null {
  return read(keyOf(subject));
}

export function remember(subject: Kind, what: string): void {
  write(keyOf(subject), what);
}

export function forget(subject: Kind): void {
  write(keyOf(subject), null);
}

// Storage may be full or forbidden; what is to be remembered then lasts as long as the page.
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    return;
  }
}
