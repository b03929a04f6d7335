import { createLimiter } from '~/kit/server/limiter';

/** More sessions than one server has at work. */
const mostRemembered = 20_000;

/**
 * Looks up access tokens in the database. Tokens that this server has found before are looked up at once, all others two at
 * a time: a flood of invented tokens must not take the connections of signed-in people.
 */
export function createTokenLookups<Result>() {
  const limiter = createLimiter({
    running: 2,
    waiting: 3000,
    each: 1000,
    message: 'Too many people are signing in. Please try again in a moment.',
    retryAfterSeconds: 2,
  });
  const remembered = new Set<string>();
  const entering = new Map<string, Promise<Result | null>>();

  const remember = (key: string, found: Result | null): void => {
    remembered.delete(key);
    if (found === null) return;
    const [oldest] = remembered;
    if (remembered.size >= mostRemembered && oldest !== undefined) remembered.delete(oldest);
    remembered.add(key);
  };
  const enter = (key: string, network: string, look: () => Promise<Result | null>) => {
    const entry = limiter
      .run(look, { who: network })
      .then((found) => {
        remember(key, found);
        return found;
      })
      .finally(() => entering.delete(key));
    entering.set(key, entry);
    return entry;
  };

  return async (
    token: { key: string; network: string },
    look: () => Promise<Result | null>,
  ): Promise<Result | null> => {
    const { key, network } = token;
    // A call whose token is already being looked up for another call needs no separate turn.
    if (!remembered.has(key) && !entering.has(key)) return enter(key, network, look);
    if ((await entering.get(key)) === null) return null;
    const found = await look();
    if (found === null) remembered.delete(key);
    return found;
  };
}
