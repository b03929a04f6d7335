import { vi } from 'vitest';
import { ListFeed } from './list-feed';
import { ListFeeds } from './list-feeds';
import { type StandInRow, StandInServer } from './list-stand-in';
import { hearLists } from './live';

export function startPage() {
  const server = new StandInServer();
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
        belongs: (row) => row.workspace === page.workspace,
        deliver: (rows) => {
          if (page.rows !== null) page.rows = rows;
        },
        reload: () => void load(),
      }),
  );
  const load = async () => {
    await feed.read().catch(() => undefined);
    page.rows = feed.rows;
  };
  hearLists(server.socket, feeds, () => feeds.changed(new Set(['*'])));
  server.socket.on('change', ({ entity }: { entity: string }) => feeds.changed(new Set([entity])));
  return { server, feeds, feed, page, load };
}
