import { useCallback, useRef } from 'react';

/**
 * The `Idempotency-Key` of what one opened form sends: the same body sent again carries the same key, so that a second
 * click, or a try after an answer that got lost, makes no second record; a mended form is another request.
 */
export function useSendKey(): (body: unknown) => string {
  const last = useRef<{ text: string; key: string } | null>(null);
  return useCallback((body) => {
    const text = JSON.stringify(body);
    if (last.current?.text !== text) last.current = { text, key: newKey() };
    return last.current.key;
  }, []);
}

/** A key that nobody else has; plain http has no crypto.randomUUID. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
