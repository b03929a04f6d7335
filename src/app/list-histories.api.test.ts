import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { io, type Socket } from 'socket.io-client';
import { afterAll, expect, it } from 'vitest';
import { type ListResponse, ListClient, type ListedRow } from '~/kit/server/testing/list-client';
import type { ListMessage } from '~/kit/shared/changes';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { everything, mergeRights } from '~/modules/organization/users/rights.rules';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { makeWorkspace } from '~/modules/organization/workspaces/server/workspaces.builders';
import { fileServer } from './testing/test-file-server';
import type { TestClient } from './testing/test-server';

const test = fileServer();
const sockets: Socket[] = [];

afterAll(() => {
  for (const socket of sockets) socket.disconnect();
});

type Fate = 'comes' | 'is lost' | 'comes twice' | 'comes late';
const fate = fc.constantFrom<Fate>(
  'comes',
  'comes',
  'comes',
  'is lost',
  'comes twice',
  'comes late',
);

/** A page of a person with the list of leads open, over a line that loses, repeats and delays what is pushed. */
class Page {
  readonly client: TestClient;
  readonly list = new ListClient((cursor) => this.#ask(cursor));
  readonly #socket: Socket;
  readonly #fates: Iterator<Fate>;
  #late: ListMessage<ListedRow>[] = [];

  constructor(client: TestClient, fates: Iterator<Fate>) {
    this.client = client;
    this.#fates = fates;
    this.#socket = io(test.server.url, {
      transports: ['websocket'],
      forceNew: true,
      extraHeaders: { cookie: `access=${client.cookies.get('access')}` },
    });
    sockets.push(this.#socket);
    this.#socket.on('connect', () => void this.list.read());
    this.#socket.on('disconnect', () => this.list.lose());
    this.#socket.on('lists-lost', () => this.startOver());
    this.#socket.on('list', (message: ListMessage<ListedRow>) => this.#receive(message));
    this.#socket.on('list-at', (at: { list: string; n: number }) => this.list.remind(at));
  }

  startOver(): void {
    this.list.lose();
    void this.list.read();
  }

  reconnect(): void {
    this.#socket.disconnect().connect();
  }

  async isCurrent(): Promise<boolean> {
    await this.list.rest();
    const { body } = await this.client.get<ListedRow[]>('/leads');
    const rows = [...this.list.rows.values()].sort((one, other) => one.id - other.id);
    const theirs = body.data.toSorted((one, other) => one.id - other.id);
    return this.list.isLive && JSON.stringify(rows) === JSON.stringify(theirs);
  }

  #receive(message: ListMessage<ListedRow>): void {
    const { value } = this.#fates.next() as { value: Fate };
    if (value === 'comes late') {
      this.#late.push(message);
      return;
    }
    if (value === 'is lost') return;
    this.list.receive(message);
    if (value === 'comes twice') this.list.receive(message);
    for (const late of this.#late.splice(0)) this.list.receive(late);
  }

  async #ask(cursor: string | null): Promise<ListResponse> {
    const since = cursor === null ? '' : `?since=${encodeURIComponent(cursor)}`;
    const headers = { 'live-socket': this.#socket.id ?? '' };
    const response = await this.client.get<ListedRow[] | SinceResponse>(`/leads${since}`, headers);
    const { data } = response.body;
    const live = response.headers.get('list-live');
    const named = response.headers.get('list-cursor') ?? '';
    const changes = Array.isArray(data)
      ? { full: true, rows: data, gone: [], cursor: named }
      : data;
    return { ...changes, rows: new Map(changes.rows.map((row) => [row.id, row])), live };
  }
}

interface SinceResponse {
  full: boolean;
  rows: ListedRow[];
  gone: number[];
  cursor: string;
}

const writers = 2;
const writer = fc.nat({ max: writers - 1 });
const position = fc.nat({ max: 7 });
const page = fc.nat({ max: 2 });

type Write =
  | { does: 'change' | 'move' | 'give' | 'delete'; writer: number; position: number; to: number }
  | { does: 'insert'; writer: number }
  | { does: 'commit'; writer: number }
  | { does: 'roll back'; writer: number };

type Step =
  | Write
  | { does: 'edit'; position: number }
  | { does: 'reconnect'; page: number }
  | { does: 'choose'; page: number; to: number }
  | { does: 'join' }
  | { does: 'leave' }
  | { does: 'rest' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constantFrom('change' as const, 'move' as const, 'give' as const, 'delete' as const),
      writer,
      position,
      to: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.oneof(
      fc.record({ does: fc.constant('insert' as const), writer }),
      fc.record({ does: fc.constant('commit' as const), writer }),
      fc.record({ does: fc.constant('roll back' as const), writer }),
    ),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('edit' as const), position }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('reconnect' as const), page }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('choose' as const), page, to: fc.nat({ max: 2 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ does: 'join' as const }, { does: 'leave' as const }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('rest' as const) }) },
);

it('after any writes, delivered in any way, each list equals what the server would send', {
  timeout: 60_000,
}, async () => {
  const { pool } = test.server.database;
  const all = await signInWith(test, mergeRights(everything, { leads: { read: 'all' } }));
  const own = await signInWith(test, mergeRights(everything, { leads: { read: 'own' } }));
  const member = await signInWith(test, mergeRights(everything, { leads: { read: 'workspace' } }));
  const here = await makeWorkspace(test.server, { [member.id]: 'member', [all.id]: 'member' });
  const there = await makeWorkspace(test.server, { [all.id]: 'member' });
  const workspaces = [null, here, there];
  const people = [null, own.id, all.id];
  const open = await Promise.all(Array.from({ length: writers }, () => pool.connect()));

  const play = async (taken: Step, pages: readonly Page[], leads: readonly number[]) => {
    if (taken.does === 'edit') {
      await test.admin.put(`/leads/${leads[16 + (taken.position % 4)]}`, { industry: `${next()}` });
    } else if (taken.does === 'reconnect') pages[taken.page]?.reconnect();
    else if (taken.does === 'choose') {
      const chooser = pages[taken.page];
      await chooser?.client.put('/auth/workspace', { workspace_id: workspaces[taken.to] });
      chooser?.startOver();
    } else if (taken.does === 'join') {
      await pool.query(
        `insert into workspace_members (workspace_id, user_id, role, created_at, updated_at)
           values ($1, $2, 'member', now(), now()) on conflict do nothing`,
        [there, member.id],
      );
    } else if (taken.does === 'leave') {
      await pool.query('delete from workspace_members where workspace_id = $1 and user_id = $2', [
        there,
        member.id,
      ]);
    } else if (taken.does === 'rest') await rest(pages);
    else await write(taken, open[taken.writer], leads);
  };
  const write = async (
    taken: Write,
    connection: PoolClient | undefined,
    leads: readonly number[],
  ) => {
    if (!connection) return;
    if (taken.does === 'commit' || taken.does === 'roll back') {
      await connection.query(taken.does === 'commit' ? 'commit' : 'rollback');
      await connection.query('begin');
    } else if (taken.does === 'insert') {
      await connection.query(
        `insert into leads (company_name, contact_person, status, created_at, updated_at)
           values ($1, 'Meera', 'active', now(), now())`,
        [`Company ${next()}`],
      );
    } else {
      // Writers change separate records, so that neither waits for the other.
      const id = leads[taken.position * writers + taken.writer];
      const to = taken.does === 'move' ? workspaces[taken.to] : people[taken.to];
      const values = taken.does === 'delete' ? [id] : [id, taken.does === 'change' ? next() : to];
      await connection.query(statements[taken.does], values);
    }
  };
  const rest = async (pages: readonly Page[]) => {
    for (const connection of open) await connection.query('commit');
    for (const each of pages)
      await expect.poll(() => each.isCurrent(), { timeout: 15_000, interval: 100 }).toBe(true);
    for (const connection of open) await connection.query('begin');
  };

  const history = fc.asyncProperty(
    fc.array(step, { minLength: 40, maxLength: 60 }),
    fc.infiniteStream(fate),
    async (steps, fates) => {
      const leads: number[] = [];
      for (let count = 0; count < 20; count += 1) leads.push((await makeLead(test.admin)).id);
      const line = fates[Symbol.iterator]();
      const pages = [all, own, member].map(({ client }) => new Page(client, line));
      for (const connection of open) await connection.query('begin');
      for (const each of steps) await play(each, pages, leads);
      await rest(pages);
      for (const socket of sockets.splice(0)) socket.disconnect();
      for (const connection of open) await connection.query('rollback');
    },
  );
  try {
    await fc.assert(history, { numRuns: 1, endOnFailure: true });
  } finally {
    for (const connection of open) connection.release(true);
  }
});

const statements = {
  change: 'update leads set industry = $2, updated_at = clock_timestamp() where id = $1',
  move: 'update leads set workspace_id = $2, updated_at = clock_timestamp() where id = $1',
  give: 'update leads set assigned_to = $2, updated_at = clock_timestamp() where id = $1',
  delete: 'delete from leads where id = $1',
} as const;

let count = 0;

function next(): string {
  count += 1;
  return `Number ${count}`;
}
