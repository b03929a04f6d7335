import type { Server } from 'socket.io';
import type { Change } from '~/kit/shared/changes';

interface Gathered {
  /** Null once there are several. */
  id: number | null;
  rooms: Set<string>;
}

/** Fewer people than this hear of each change on its own. */
const crowd = 100;
/** For so long for each of them the changes of an entity are gathered, but not longer than in all. */
const gatherMsEach = 0.5;
const longestGatherMs = 500;

/**
 * Sends changes to people. To a thousand, each message takes the server milliseconds, and the calls that follow from
 * their browsers cost more. So the first change of an entity is sent at once, those of the next moment together.
 */
export class Crowd {
  readonly #io: Server;
  readonly #gathered = new Map<string, Gathered>();

  constructor(io: Server) {
    this.#io = io;
  }

  emit(change: Change, rooms: string[]): void {
    const { entity, id } = change;
    const gathered = this.#gathered.get(entity);
    if (gathered) {
      gathered.id = gathered.rooms.size === 0 || gathered.id === id ? id : null;
      for (const room of rooms) gathered.rooms.add(room);
      return;
    }
    // One emit for all who get the same message: it is packed once.
    this.#io.to(rooms).emit('change', change);
    if (rooms.length >= crowd) this.#gather(entity, rooms.length);
  }

  #gather(entity: string, people: number): void {
    this.#gathered.set(entity, { id: null, rooms: new Set() });
    setTimeout(
      () => {
        const { id, rooms } = this.#gathered.get(entity) ?? { id: null, rooms: new Set() };
        this.#gathered.delete(entity);
        if (rooms.size > 0) this.emit({ entity, id }, [...rooms]);
      },
      Math.min(longestGatherMs, people * gatherMsEach),
    ).unref();
  }
}
