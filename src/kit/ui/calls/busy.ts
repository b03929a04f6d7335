import type { ErrorCode } from '~/kit/shared/error-codes';
import { toast } from '~/kit/ui/messages/toasts';

/** With these nothing was done, so that the same call may simply be sent again (docs/product/wire.md#limits). */
const harmless: readonly (ErrorCode | undefined)[] = ['server.busy', 'request.too_many'];
const mostTries = 5;
const longestSeconds = 30;

export interface Refused {
  code: ErrorCode | undefined;
  retryAfter: string | null;
}

/** After how many seconds a refused call is sent again on its own; null where its refusal is shown. */
export function secondsBeforeRetry({ code, retryAfter }: Refused, tries: number): number | null {
  if (!harmless.includes(code) || tries >= mostTries) return null;
  const seconds = Number(retryAfter ?? 1);
  if (!(seconds >= 0) || seconds > longestSeconds) return null;
  return Math.max(1, seconds);
}

let notifyAgainAt = 0;

/** Sends a call, and again after the time that the server names while it is too busy to begin. */
export async function whileBusy<A>(
  send: () => Promise<A>,
  refusalOf: (result: A) => Promise<Refused> | Refused,
): Promise<A> {
  for (let tries = 1; ; tries += 1) {
    const result = await send();
    const seconds = secondsBeforeRetry(await refusalOf(result), tries);
    if (seconds === null) return result;
    if (performance.now() >= notifyAgainAt) toast('warning', 'The server is busy. Trying again…');
    notifyAgainAt = performance.now() + longestSeconds * 1000;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}
