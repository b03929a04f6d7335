import { sql } from 'kysely';
import type { Server } from 'socket.io';
import type { Person } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { cursorText, originOf } from '~/kit/server/lists/cursor';
import { entitiesOf } from '~/kit/server/lists/list-changes';
import type { ListSource } from '~/kit/server/lists/list-source';
import { listStatement } from '~/kit/server/lists/list-stream';
import type { ListMessage, Whereabouts } from '~/kit/shared/changes';
import { personRoom, sessionRoom } from './audience';
import type { EntityChanges, Followed } from './follower';

interface Room {
  source: ListSource;
  statement: string;
  n: number;
  reminder?: NodeJS.Timeout;
}

/** Where the changed records of each entity are now; null for records that belong to no one. */
export type FoundWhereabouts = ReadonlyMap<string, ReadonlyMap<number, Whereabouts> | null>;

export interface Joining {
  socket: string;
  person: Person;
}

const prefix = 'list:';
/** So many lists of one page are informed of their changes by themselves; the others ask. */
const mostOfSocket = 40;
const mostRows = 500;
/** A thousand people may each have their own list: so many are read at once, as the pool has few connections. */
const readers = 3;
const reminderMs = 1000;

/**
 * The lists that browsers have open: each changed row is read once for all who have the same list, and sent to them
 * (docs/product/wire.md#pushed-rows).
 */
export class ListRooms {
  readonly #io: Server;
  readonly #db: Db;
  readonly #rooms = new Map<string, Room>();

  constructor(io: Server, db: Db) {
    this.#io = io;
    this.#db = db;
    io.of('/').adapter.on('delete-room', (name: string) => {
      if (!name.startsWith(prefix)) return;
      clearTimeout(this.#rooms.get(name)?.reminder);
      this.#rooms.delete(name);
    });
  }

  /** The room and the number of its last message, `ROOM.N`; null where that page is informed of no more lists. */
  join({ socket: id, person }: Joining, source: ListSource): string | null {
    const socket = this.#io.of('/').sockets.get(id);
    const isOwn = socket?.rooms.has(personRoom(person.id));
    if (!isOwn || !socket?.rooms.has(sessionRoom(person.session_id))) return null;
    const statement = listStatement(this.#db, source);
    const list = originOf('', statement);
    const name = prefix + list;
    const own = [...socket.rooms].filter((each) => each.startsWith(prefix));
    if (own.length >= mostOfSocket && !socket.rooms.has(name)) return null;
    const room = this.#rooms.get(name) ?? { source, statement, n: 0 };
    this.#rooms.set(name, room);
    void socket.join(name);
    return `${list}.${room.n}`;
  }

  /** Takes a person's pages out of all lists: what they read is another thing now, and they ask again. */
  dismiss(person: number): void {
    for (const socket of this.#io.of('/').sockets.values()) {
      if (!socket.rooms.has(personRoom(person))) continue;
      for (const name of socket.rooms) if (name.startsWith(prefix)) void socket.leave(name);
      socket.emit('lists-lost');
    }
  }

  notifyAll(): void {
    for (const [name, room] of this.#rooms) this.#send(name, room, { whole: true });
  }

  /** One message to each room of all that changed in its list: its cursor covers everything up to `followed`. */
  async notify(followed: Followed, found: FoundWhereabouts): Promise<void> {
    const rooms = [...this.#rooms].values();
    const reader = async (): Promise<void> => {
      for (const [name, room] of rooms) {
        const entities = entitiesOf(room.source);
        const changes = followed.changes.filter(({ entity }) => entities.includes(entity));
        if (changes.length > 0) await this.#notifyRoom(name, room, { followed, changes, found });
      }
    };
    await Promise.all(Array.from({ length: readers }, reader));
  }

  async #notifyRoom(
    name: string,
    room: Room,
    {
      followed,
      changes,
      found,
    }: { followed: Followed; changes: EntityChanges[]; found: FoundWhereabouts },
  ): Promise<void> {
    const { source, statement } = room;
    const readIds = new Set(
      changes.flatMap(({ entity, ids }) =>
        ids.filter((id) => isRead(source, found.get(entity), id)),
      ),
    );
    const isMany = changes.some(({ whole }) => whole) || readIds.size > mostRows;
    const rows = isMany ? null : await this.#read(source, [...readIds]).catch(() => null);
    if (!rows) return this.#send(name, room, { whole: true });
    const there = new Set(rows.map(({ id }) => id));
    const deleted = changes
      .flatMap(({ departed }) => [...departed])
      .filter(([id, whereabouts]) => !there.has(id) && wasIn(source, whereabouts))
      .map(([id]) => id);
    if (rows.length + deleted.length === 0) return undefined;
    const cursor = cursorText({
      origin: originOf(followed.location, statement),
      snapshot: followed.snapshot,
    });
    return this.#send(name, room, { rows, gone: deleted, cursor });
  }

  async #read(source: ListSource, ids: readonly number[]): Promise<{ id: number }[]> {
    if (ids.length === 0) return [];
    const result = await sql<{ row: { id: number } }>`select row_to_json(r) as row
      from (${source.select}) r where r.id = any (${ids}::bigint[])`.execute(this.#db);
    return result.rows.map(({ row }) => row);
  }

  #send(name: string, room: Room, part: Partial<ListMessage>): void {
    room.n += 1;
    const { n } = room;
    const list = name.slice(prefix.length);
    const message: ListMessage = { list, n, rows: [], gone: [], cursor: '', whole: false, ...part };
    this.#io.to(name).emit('list', message);
    clearTimeout(room.reminder);
    room.reminder = setTimeout(() => this.#io.to(name).emit('list-at', { list, n }), reminderMs);
    room.reminder.unref();
  }
}

function isRead(
  { reads }: ListSource,
  found: ReadonlyMap<number, Whereabouts> | null | undefined,
  id: number,
): boolean {
  const at = found?.get(id);
  return !found || !reads || (at !== undefined && reads(at));
}

export const listRoom = (list: string): string => prefix + list;

function wasIn({ reads }: ListSource, whereabouts: readonly Whereabouts[]): boolean {
  return !reads || whereabouts.length === 0 || whereabouts.some((at) => reads(at));
}
