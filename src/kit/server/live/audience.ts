import type { Server } from 'socket.io';
import type { Change, Whereabouts } from '~/kit/shared/changes';

export interface Announced {
  change: Change;
  at?: readonly Whereabouts[];
}

/** Who reads what, as the live channel needs it; `Reader` is all that decides it, for one person. */
export interface Reading<Reader extends { id: number }> {
  /** The readers as they are now, by one query for all; who is no more is left out. */
  lookUp: (ids: readonly number[]) => Promise<Reader[]>;
  concernsReading: (change: Change) => boolean;
  /** What a reader is told of a change: the change itself, what else follows from it for them, or nothing. */
  toldOf: (reader: Reader, announced: Announced) => readonly Change[];
}

const personRooms = 'user:';

export const personRoom = (id: number): string => `${personRooms}${id}`;

/** Anybody's answer of who is signed in and what they read is another one. */
const ownChange: Change = { entity: 'session', id: null, action: 'updated', version: null };

/**
 * Tells each connected person of the changes of what they may read (docs/product/wire.md#live-channel). What a person
 * reads is kept while they are connected and looked up again only when it may have changed; what comes meanwhile waits.
 */
export class Audience<Reader extends { id: number }> {
  private readonly readers = new Map<number, Reader>();
  private waiting: Announced[] = [];
  private working = false;
  /** Rises with everything that may change what somebody reads. */
  private turn = 0;
  private readonly io: Server;
  private readonly reading: Reading<Reader>;
  private readonly warn: (error: unknown) => void;

  constructor(io: Server, reading: Reading<Reader>, warn: (error: unknown) => void) {
    this.io = io;
    this.reading = reading;
    this.warn = warn;
    // A person's room ends with the last socket in it.
    io.of('/').adapter.on('delete-room', (room: string) => {
      if (room.startsWith(personRooms)) this.readers.delete(Number(room.slice(personRooms.length)));
    });
  }

  /** Lets `join`, which says whether it did, add a socket to the person's room as soon as what they read is known. */
  async admit(person: number, join: () => boolean): Promise<void> {
    for (;;) {
      const at = this.turn;
      const [reader] = await this.reading.lookUp([person]);
      if (at !== this.turn && reader) continue;
      if (reader && join()) this.readers.set(person, reader);
      return;
    }
  }

  hear(announced: Announced): void {
    if (this.reading.concernsReading(announced.change)) this.turn += 1;
    this.waiting.push(announced);
    if (!this.working) void this.work();
  }

  /** Looks all readers up again, by one query; who reads something else than before is told so. */
  async refresh(): Promise<void> {
    this.turn += 1;
    const found = await this.reading.lookUp([...this.readers.keys()]);
    for (const now of found) {
      const before = this.readers.get(now.id);
      if (!before || JSON.stringify(now) === JSON.stringify(before)) continue;
      this.readers.set(now.id, now);
      this.io.to(personRoom(now.id)).emit('change', ownChange);
    }
  }

  private async work(): Promise<void> {
    this.working = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      if (await this.isCurrent(batch)) for (const each of batch) this.tell(each);
    }
    this.working = false;
  }

  private async isCurrent(batch: readonly Announced[]): Promise<boolean> {
    if (!batch.some(({ change }) => this.reading.concernsReading(change))) return true;
    try {
      await this.refresh();
      return true;
    } catch (error) {
      this.warn(error);
      // They come back by themselves, are looked up then, and load again what they show.
      for (const socket of this.io.of('/').sockets.values()) socket.conn.close();
      return false;
    }
  }

  private tell(announced: Announced): void {
    const told = new Map<string, { change: Change; rooms: string[] }>();
    for (const reader of this.readers.values()) {
      for (const change of this.reading.toldOf(reader, announced)) {
        const key = `${change.entity} ${change.id}`;
        const same = told.get(key) ?? { change, rooms: [] };
        same.rooms.push(personRoom(reader.id));
        told.set(key, same);
      }
    }
    // One emit for all who are told the same: it is packed once.
    for (const { change, rooms } of told.values()) this.io.to(rooms).emit('change', change);
  }
}
