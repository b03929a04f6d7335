import { createLimiter, type Limiter } from '~/kit/server/limiter';
import { failuresAllowed } from '../../users.rules';
import { hashLanes } from '../../server/hashes.service';

const busy = {
  message: 'Too many people are signing in. Please try again in a moment.',
  retryAfterSeconds: 2,
};

// A look takes a millisecond, but of the few connections that sign-in has for itself the lanes take two.
const lookUp = { ...busy, running: 1, waiting: 2000 };
const lookUps = { withDevice: createLimiter(lookUp), others: createLimiter(lookUp) };

/**
 * Runs what is read before anyone waits for a look at a password. Anyone who shows a device does not wait behind a crowd
 * that shows none; whether it is known is only read here, so those have a bound too.
 */
export function lookUpFirst<T>(showsDevice: boolean, work: () => Promise<T>): Promise<T> {
  return (showsDevice ? lookUps.withDevice : lookUps.others).run(work);
}

/**
 * A lane in which holders take turns: a client that sends a thousand attempts has one of them before everyone else's, and
 * waits for the others alone. One holder has at most `each` in progress.
 */
export function fairLane(lane: Limiter, each: number) {
  const queues = new Map<string, Limiter>();
  return async <T>(holder: string, work: () => Promise<T>): Promise<T> => {
    const own = queues.get(holder) ?? createLimiter({ ...busy, running: 1, waiting: each - 1 });
    queues.set(holder, own);
    try {
      return await own.run(() => lane.run(work));
    } finally {
      const { running, waiting } = own.load();
      if (running + waiting === 0 && queues.get(holder) === own) queues.delete(holder);
    }
  };
}

// As many failures as one network has before it is locked out.
const most = failuresAllowed.byNetwork;

/** Of people on a device, or at an address, that they have signed in with before; the holder is one of these. */
export const asRecognized = fairLane(hashLanes.recognized, most);

/** Of everyone else; the holder is a network. */
export const asUnrecognized = fairLane(hashLanes.unrecognized, most);
