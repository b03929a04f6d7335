import type { Clock } from '~/kit/server/clock';
import { bearerOf } from '~/kit/server/bearer';
import type { Person } from '~/kit/server/database/context';
import type { Database, Db } from '~/kit/server/database/db';
import { AppError } from '~/kit/server/errors';
import { NetworkUse } from '~/kit/server/http/anonymous-limits';
import { type createFairUse, sendLimit } from '~/kit/server/http/fair-use';
import { isWithin, networkOf } from '~/kit/server/http/networks';
import type { Authenticate } from '~/kit/server/http/route-access';
import { digestOf } from '~/modules/organization/users/server/hashes.service';
import { createTokenLookups } from '~/modules/organization/users/sessions/server/sessions.service';
import { findKey, type FoundKey, personOf } from './api-keys.queries';
import { countUse } from './key-uses.internal';

export const keyStart = 'mcrm_';
const wrongPerMinute = 30;

/** Finds the API key that a request sends, else who is signed in (docs/product/api-keys.md#calls-with-a-key). */
export function keyAuthenticator(
  {
    database,
    clock,
    fairUse,
  }: { database: Database; clock: Clock; fairUse: ReturnType<typeof createFairUse> },
  signedIn: Authenticate,
): Authenticate {
  const wrong = new NetworkUse({ atOnce: Infinity, perMinute: wrongPerMinute });
  const lookUp = createTokenLookups<FoundKey>();
  return async (request, reply) => {
    const sent = bearerOf(request.raw);
    if (sent === null) return signedIn(request, reply);
    const { ip } = request;
    const sendWrong = () => sendLimit(reply, wrongPerMinute, wrong.remaining(ip));
    sendWrong();
    wrong.enforce(ip);
    const digest = sent.startsWith(keyStart) ? digestOf(sent.slice(keyStart.length)) : null;
    const token = { key: digest?.toString('base64') ?? '', network: networkOf(ip) };
    const now = clock.now();
    const key = digest && (await lookUp(token, () => findKey(database.db, { digest, now })));
    const refusal = refusalOf(key, { ip, now });
    if (key) {
      const last = refusal ? {} : { last_used_at: now, last_used_from: ip };
      countUse(database, key.id, { calls: 1, ...last });
      reply.raw.once('finish', () => {
        if ([401, 403, 429].includes(reply.raw.statusCode))
          countUse(database, key.id, { refused: 1 });
      });
      if (!refusal) return personOf(key);
    }
    wrong.allows(ip);
    if (key) await fairUse({ person: personOf(key) }, reply, true);
    else sendWrong();
    throw refusal ?? new AppError('auth.key_invalid', 'This API key is unknown or was revoked');
  };
}

function refusalOf(key: FoundKey | null, { ip, now }: { ip: string; now: Date }): AppError | null {
  if (key && Date.parse(key.expires_at) <= now.getTime())
    return new AppError('auth.key_expired', 'This API key has expired');
  if (!key?.networks || isWithin(ip, key.networks)) return null;
  return new AppError('auth.key_network', 'This API key cannot be used from your network address');
}

/** An API key as one who reads and writes, for work that it began; null once it is revoked. */
export async function findKeyHolder(db: Db, id: number): Promise<Person | null> {
  const key = await findKey(db, { id });
  return key && personOf(key);
}
