import { useCallback, useRef } from 'react';

/**
 * The `Idempotency-Key` of one opened form: the same body sent again has the same key, so that a second click, or a
 * retry after a lost response, creates no second record; a corrected form is another request.
 */
export function useSendKey(): (body: unknown) => string {
  const last = useRef<{ text: string; key: string } | null>(null);
  return useCallback((body) => {
    const text = JSON.stringify(body);
    if (last.current?.text !== text) last.current = { text, key: newKey() };
    return last.current.key;
  }, []);
}

/** Plain http has no crypto.randomUUID. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
