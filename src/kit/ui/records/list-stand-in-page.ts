import { vi } from 'vitest';
import { ListFeed } from '~/kit/ui/feeds/list-feed';
import { ListFeeds } from '~/kit/ui/feeds/list-feeds';
import type { Shelf } from '~/kit/ui/feeds/list-keeping';
import { tooLong } from '~/kit/ui/feeds/list-rows';
import { type StandInRow, StandInServer } from '~/kit/ui/feeds/list-stand-in';
import { followLists } from './live';

/** What the browser keeps beyond the page, by workspace: a list's text and cursor. */
export type StandInStorage = Map<number, { text: string; cursor: string }>;

interface Before {
  server: StandInServer;
  storage: StandInStorage;
}

/** A page; with what was there before, the same browser's next one. */
export function startPage(
  { server, storage }: Before = { server: new StandInServer(), storage: new Map() },
) {
  const feeds = new ListFeeds();
  vi.stubGlobal('fetch', server.fetch);
  const page: { rows: readonly StandInRow[] | null; workspace: number } = {
    rows: null,
    workspace: server.workspace,
  };
  const feed = feeds.of<StandInRow>(
    { path: '/leads', unscoped: false, entities: ['leads'] },
    (line) =>
      new ListFeed<StandInRow>({
        path: '/leads',
        line,
        order: undefined,
        mayBeLong: false,
        belongs: (row) => row.workspace === page.workspace,
        deliver: (rows) => {
          if (page.rows !== null) page.rows = rows;
        },
        begin: () => undefined,
        reload: () => void load(),
        shelf: standInShelf(storage, { server, workspace: () => page.workspace }),
      }),
  );
  const load = async () => {
    await feed.open().catch(() => undefined);
    page.rows = feed.rows;
  };
  followLists(server.socket, feeds, () => feeds.changed(new Set(['*'])));
  server.socket.on('change', ({ entity }: { entity: string }) => feeds.changed(new Set([entity])));
  const leave = () => {
    server.disconnect();
    feeds.forget();
  };
  return { server, storage, feeds, feed, page, load, leave };
}

function standInShelf(
  storage: StandInStorage,
  { server, workspace }: { server: StandInServer; workspace: () => number },
): Shelf<StandInRow> {
  const keep = (position: number, text: string, cursor: string) => {
    if (position === workspace()) storage.set(position, { text, cursor });
  };
  return {
    read: async () => {
      const found = storage.get(workspace());
      if (!found) return null;
      await new Promise((done) => setTimeout(done, server.weather.delay()));
      if (found.text === '') return { rows: tooLong, cursor: null, at: Date.now() };
      const { data } = JSON.parse(found.text) as { data: StandInRow[] | { rows: StandInRow[] } };
      return { rows: 'rows' in data ? data.rows : data, cursor: found.cursor, at: Date.now() };
    },
    keep: async (bytes, cursor) => {
      const position = workspace();
      keep(position, await bytes.text(), cursor);
    },
    keepTooLong: async () => keep(workspace(), '', ''),
    keepRows: async (rows, cursor) => keep(workspace(), JSON.stringify({ data: rows }), cursor),
    drop: async () => void storage.delete(workspace()),
  };
}
