import { logActivity } from '~/kit/server/database/activity-log';
import { anonymous } from '~/kit/server/database/context';
import { getRecord } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Secrets } from '~/kit/server/files/secrets';
import type { Api } from '~/kit/server/http/route';
import { OutboundError } from '~/kit/server/outbound/outbound';
import type { Attempt } from '../webhooks.fields';
import { isDelivered, pauseOf, problemOf } from '../webhooks.rules';
import { signedHeaders } from './signing.internal';
import { setState, takeFailing, webhooks } from './webhooks.queries';

export const enterAgain = 'Enter the secret again';
export const gone = 410;

/** To whom a webhook's secret is bound where it is sealed. */
export const sealedFor = (id: number) => `webhook ${id}`;

/** A webhook's secret; null where it was sealed with a key that is not here. */
export async function openSecret(
  secrets: Secrets,
  id: number,
  sealed: Buffer | null,
): Promise<string | null> {
  return sealed && secrets.open(sealed, sealedFor(id)).catch(() => null);
}

interface Message {
  id: string;
  url: string;
  body: string;
  secrets: readonly string[];
}

/** One try; `pauseMs` is what the receiver asks for. */
export async function tryOnce(
  { outbound, clock }: Pick<Api, 'outbound' | 'clock'>,
  { id, url, body, secrets }: Message,
  signal?: AbortSignal,
): Promise<{ attempt: Attempt; pauseMs: number }> {
  const now = clock.now();
  const at = now.toISOString();
  const start = performance.now();
  try {
    const headers = signedHeaders({ id, at: now, body }, secrets);
    const response = await outbound.send({ url, body, headers, ...(signal ? { signal } : {}) });
    const { status, ms } = response;
    const received = response.body.toString('utf8', 0, 8000).replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ');
    const text = Array.from(received).slice(0, 1000).join('');
    const error = isDelivered(status) ? null : problemOf(status);
    const attempt = { at, status, ms, error, response: text || null };
    return { attempt, pauseMs: pauseOf(status, response.headers['retry-after'], now) };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const ms = Math.round(performance.now() - start);
    return {
      attempt: { at, status: null, ms, error: error.message, response: null },
      pauseMs: 0,
    };
  }
}

/** Turns a webhook off for a reason that administrators are notified of. */
export async function turnOff(
  trx: Transaction,
  id: number,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  const webhook = await getRecord(trx, webhooks, id);
  if (!webhook.is_active) return;
  await setState(trx, id, { isActive: false, reason, now });
  logActivity({ trx, context: { person: anonymous, now } }, webhooks, webhook, {
    action: 'webhook off',
    title: 'Webhook turned off',
    message: `${webhook.name}: ${reason}`,
    before: { is_active: true },
    after: { is_active: false, off_reason: reason },
  });
}

/** Warns of webhooks that nothing reached for an hour, and turns off those of 96 (docs/product/webhooks.md#tries). */
export async function warnOfFailing(trx: Transaction, now: Date): Promise<void> {
  for (const { webhook, isOver } of await takeFailing(trx, now)) {
    if (isOver) {
      await turnOff(trx, webhook.id, { reason: 'Nothing was delivered for 96 hours', now });
      continue;
    }
    logActivity({ trx, context: { person: anonymous, now } }, webhooks, webhook, {
      action: 'webhook failing',
      title: 'Webhook failing',
      message: `${webhook.name}: Nothing was delivered for an hour`,
      before: null,
      after: null,
    });
  }
}
