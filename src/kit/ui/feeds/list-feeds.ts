import { Listeners } from '~/kit/ui/hooks/listeners';
import type { Line, ListFeed, ReceivedMessage } from './list-feed';
import type { Identified } from './list-rows';

interface StoredFeed {
  path: string;
  unscoped: boolean;
  entities: readonly string[];
}

interface Loaded extends Omit<StoredFeed, 'entities'> {
  entities: Set<string>;
  feed: ListFeed<Identified>;
}

interface Joined {
  id: string | null;
  leave: Line['leave'];
}

/** All lists that this page has loaded, and the connection by which they are kept current. */
export class ListFeeds {
  readonly #all = new Map<string, Loaded>();
  readonly #listeners = new Listeners<[entities: ReadonlySet<string>]>();
  #socket: Joined | null = null;
  readonly #line: Line = {
    id: () => this.#socket?.id ?? null,
    leave: async (room) => this.#socket?.leave(room),
  };

  of<Row extends Identified>(
    stored: StoredFeed,
    make: (line: Line) => ListFeed<Row>,
  ): ListFeed<Row> {
    const cached = this.#all.get(stored.path);
    if (cached) {
      for (const entity of stored.entities) cached.entities.add(entity);
      return cached.feed as unknown as ListFeed<Row>;
    }
    const feed = make(this.#line);
    const entities = new Set(stored.entities);
    this.#all.set(stored.path, {
      ...stored,
      entities,
      feed: feed as unknown as ListFeed<Identified>,
    });
    return feed;
  }

  /** Hears which entities changed, or `*`; gives the function that ends it. */
  readonly listen = this.#listeners.listen;

  forget(): void {
    for (const { feed } of this.#all.values()) feed.end();
    this.#all.clear();
  }

  startOver(): void {
    for (const { feed, unscoped } of this.#all.values()) if (!unscoped) feed.startOver();
  }

  connected(socket: Joined): void {
    this.#socket = socket;
  }

  disconnected(): void {
    this.#socket = null;
    for (const { feed } of this.#all.values()) feed.lose();
  }

  catchUp(): void {
    for (const { feed } of this.#all.values()) if (feed.isShown) feed.catchUp();
  }

  lost(): void {
    for (const { feed } of this.#all.values()) feed.lose();
    this.catchUp();
    this.#listeners.notify(everything);
  }

  receive(message: ReceivedMessage): void {
    for (const { feed } of this.#all.values()) feed.receive(message);
  }

  /** Shows a record as the server gave it, where its list is loaded. */
  put(path: string, row: Identified): void {
    this.#all.get(path)?.feed.put(row);
  }

  changed(entities: ReadonlySet<string>): void {
    this.#listeners.notify(entities);
    for (const { feed, entities: own } of this.#all.values()) {
      const isTouched = entities.has('*') || [...own].some((entity) => entities.has(entity));
      if (isTouched) feed.suspect();
    }
  }
}

const everything: ReadonlySet<string> = new Set(['*']);

export const listFeeds = new ListFeeds();
