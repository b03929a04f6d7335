import type { Server } from 'socket.io';
import type { Person } from '~/kit/server/database/context';
import type { Change, Whereabouts } from '~/kit/shared/changes';
import { Crowd } from './crowd';

export interface Announced {
  change: Change;
  at?: readonly Whereabouts[];
}

/** Who reads what, as the live channel needs it; `Reader` is all that decides it, for one person. */
export interface Reading<Reader extends { id: number }> {
  /** The readers as they are now, by one query for all; deleted ones are left out. */
  lookUp: (ids: readonly number[]) => Promise<Reader[]>;
  concernsReading: (change: Change) => boolean;
  /** Whether a call of that person reads the same. */
  isOf: (reader: Reader, person: Person) => boolean;
  /** Where records are now, without deleted ones; null for an entity whose records belong to no one. */
  whereabouts: (
    entity: string,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, Whereabouts> | null>;
  isInformed: (reader: Reader, announced: Announced) => boolean;
}

const personRooms = 'user:';

export const personRoom = (id: number): string => `${personRooms}${id}`;
export const sessionRoom = (session: number): string => `session:${session}`;

/** Anyone's answer of a person who is signed in and what they read is another one. */
const ownChange: Change = { entity: 'session', id: null };

/**
 * Tells each connected person of the changes of what they may read (docs/product/wire.md#live-channel). What a person
 * reads is kept while they are connected and looked up again only when it may have changed; what comes in the meantime waits.
 */
export class Audience<Reader extends { id: number }> {
  private readonly readers = new Map<number, Reader>();
  private readonly outdated = new Set<number>();
  private waiting: Announced[] = [];
  private working: Promise<void> | null = null;
  /** Rises with everything that may change what someone reads. */
  private turn = 0;
  private readonly io: Server;
  private readonly reading: Reading<Reader>;
  private readonly warn: (error: unknown) => void;
  private readonly crowd: Crowd;
  private readonly changed: (person: number) => void;

  /** `changed` is called for anyone who reads something else than before. */
  constructor(
    io: Server,
    reading: Reading<Reader>,
    callbacks: { warn: (error: unknown) => void; changed: (person: number) => void },
  ) {
    this.io = io;
    this.reading = reading;
    this.warn = callbacks.warn;
    this.changed = callbacks.changed;
    this.crowd = new Crowd(io);
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

  receive(...announced: Announced[]): void {
    if (announced.some(({ change }) => this.reading.concernsReading(change))) this.turn += 1;
    this.waiting.push(...announced);
    if (this.waiting.length > 0) this.working ??= this.work();
  }

  /**
   * A page has joined a list by a call of this person. Where that call read something else than is known here, the page
   * must read again: a right that was taken and given back at once looks unchanged later.
   */
  joined(person: Person): void {
    const reader = this.readers.get(person.id);
    if (!reader || this.reading.isOf(reader, person)) return;
    this.outdated.add(person.id);
    this.working ??= this.work();
  }

  /** Waits until all received changes are sent and all changed rights are looked up. */
  async settled(): Promise<void> {
    await this.working;
  }

  /** Looks all readers up again, by one query, and notifies those whose rights changed. */
  async refresh(): Promise<void> {
    this.turn += 1;
    const outdated = new Set(this.outdated);
    this.outdated.clear();
    const found = await this.reading.lookUp([...this.readers.keys()]);
    for (const now of found) {
      const before = this.readers.get(now.id);
      const isUnchanged = JSON.stringify(now) === JSON.stringify(before) && !outdated.has(now.id);
      if (!before || isUnchanged) continue;
      this.readers.set(now.id, now);
      this.changed(now.id);
      this.io.to(personRoom(now.id)).emit('change', ownChange);
    }
  }

  private async work(): Promise<void> {
    try {
      while (this.waiting.length + this.outdated.size > 0) {
        const batch = this.waiting;
        this.waiting = [];
        if (await this.isCurrent(batch)) for (const each of batch) this.notify(each);
      }
    } finally {
      this.working = null;
    }
  }

  private async isCurrent(batch: readonly Announced[]): Promise<boolean> {
    const isConcerned = batch.some(({ change }) => this.reading.concernsReading(change));
    if (!isConcerned && this.outdated.size === 0) return true;
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

  private notify(announced: Announced): void {
    const readers = [...this.readers.values()];
    const informed = readers.filter((reader) => this.reading.isInformed(reader, announced));
    if (informed.length > 0) {
      this.crowd.emit(
        announced.change,
        informed.map(({ id }) => personRoom(id)),
      );
    }
  }
}
