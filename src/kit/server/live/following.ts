import { randomUUID } from 'node:crypto';
import type { Server } from 'socket.io';
import { send } from '~/kit/server/database/announce';
import type { Db } from '~/kit/server/database/db';
import type { Change, Whereabouts } from '~/kit/shared/changes';
import type { Announced, Audience, Reading } from './audience';
import { type EntityChanges, followChanges, type Followed, type Follower } from './follower';
import type { ListRooms } from './list-rooms';

interface Parts<Reader extends { id: number }> {
  io: Server;
  db: Db;
  reading: Reading<Reader>;
  audience: Audience<Reader>;
  lists: ListRooms;
  log: { warn: (detail: unknown, line: string) => void };
}

const everything: Change = { entity: '*', id: null };
/** More records of a kind that changed at once are announced together. */
const mostNamed = 50;
const pokeMs = 50;

/** Sends committed changes to people and to the lists that they have open. */
export class Following<Reader extends { id: number }> {
  readonly #copy = randomUUID();
  readonly #parts: Parts<Reader>;
  #follower: Follower | null = null;
  #poking = false;

  constructor(parts: Parts<Reader>) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { db, log } = this.#parts;
    this.#follower = await followChanges({ db, log, notify: (followed) => this.#notify(followed) });
  }

  /** This copy of the server has committed something; notifies the others, at most once each `pokeMs`. */
  committed(): void {
    this.#follower?.poke();
    if (this.#poking) return;
    this.#poking = true;
    setTimeout(() => {
      this.#poking = false;
      send(this.#parts.db, { to: 'followers', from: this.#copy }).catch(() => undefined);
    }, pokeMs).unref();
  }

  receive(copy: string): void {
    if (copy !== this.#copy) this.#follower?.poke();
  }

  async close(): Promise<void> {
    await this.#follower?.close();
  }

  async #notify(followed: Followed | null): Promise<void> {
    const { io, lists, audience, reading } = this.#parts;
    if (!followed) {
      io.emit('change', everything);
      return lists.notifyAll();
    }
    const found = new Map(
      await Promise.all(
        followed.changes.map(
          async ({ entity, ids }) =>
            [entity, ids.length > 0 ? await reading.whereabouts(entity, ids) : null] as const,
        ),
      ),
    );
    audience.receive(
      ...followed.changes.flatMap((each) => announcedOf(each, found.get(each.entity))),
    );
    // Who may no longer read a list is out of its room by then.
    await audience.settled();
    return lists.notify(followed, found);
  }
}

function announcedOf(
  { entity, ids, whole, departed }: EntityChanges,
  found: ReadonlyMap<number, Whereabouts> | null | undefined,
): Announced[] {
  if (whole || ids.length > mostNamed) return [{ change: { entity, id: null } }];
  return ids.map((id) => {
    const change: Change = { entity, id };
    const now = found?.get(id);
    const at = [...(departed.get(id) ?? []), ...(now ? [now] : [])];
    return found ? { change, at } : { change };
  });
}
