import { useCallback, useState } from 'react';

/** A body as it was sent, and its key. */
export interface Sent {
  text: string;
  key: string;
}

export class SendKeys {
  last: Sent | null = null;

  readonly keyFor = (body: unknown): string => {
    const text = JSON.stringify(body);
    if (this.last?.text !== text) this.last = { text, key: newKey() };
    return this.last.key;
  };
}

/**
 * The `Idempotency-Key` of one opened form: the same body sent again has the same key, so that a second click, or a
 * retry after a lost response, creates no second record; a corrected form is another request.
 */
export function useSendKey(): (body: unknown) => string {
  const [keys] = useState(() => new SendKeys());
  return useCallback((body) => keys.keyFor(body), [keys]);
}

/** Plain http has no crypto.randomUUID. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
