import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { signedIn } from '../faults/crew';
import type { Store } from '../faults/looks';
import type { Line } from '../faults/part';
import type { Person } from '../faults/people';
import { idIn } from '../faults/work';
import type { Cluster } from './database';

interface Reading {
  cluster: Cluster;
  url: string;
  database: string;
  store: Store;
  tell: (line: string) => void;
}

const people = 4;
const leads = 2000;
/** Longer than the server leaves a replica alone that was behind. */
const restMs = 11_000;

/** Whole lists right after a write, while the replica follows, stands still, and is gone. */
export async function readFromReplica(reading: Reading): Promise<Line[]> {
  const { cluster, url, database, store } = reading;
  const primary = await connect(cluster.direct(database));
  await primary.query(
    `insert into leads (company_name, contact_person, created_at, updated_at)
     select 'Company ' || n, 'Meera Kulkarni', now(), now() from generate_series(1, $1::integer) n`,
    [leads],
  );
  await primary.end();
  const crew = await signedIn(url, store, people);
  const lines = [await follow(reading, crew)];
  const replica = await connect(cluster.replica('postgres', true));
  await replica.query('select pg_wal_replay_pause()');
  lines.push(lineOf('while the replica stands still', await writeAndRead(crew, 5)));
  await replica.query('select pg_wal_replay_resume()');
  await replica.end();
  const gone = await cluster.kill('synchronous');
  lines.push(lineOf('while the replica is gone', await writeAndRead(crew, 5)));
  await cluster.revive(gone);
  await sleep(restMs);
  lines.push(await follow(reading, crew));
  return lines;
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function follow({ cluster, database }: Reading, crew: readonly Person[]): Promise<Line> {
  const places = [cluster.direct(database, true), cluster.replica(database, true)];
  const rowsRead = () => Promise.all(places.map(rowsReadAt));
  const before = await rowsRead();
  let after = before;
  const counts = await writeAndRead(crew, 25, async () => {
    await sleep(2000);
    after = await rowsRead();
  });
  const line = lineOf('while the replica follows', counts);
  const [primary = 0, replica = 0] = after.map((rows, at) => rows - (before[at] ?? 0));
  const share = replica / (primary + replica);
  return {
    ...line,
    measured: `${line.measured}; ${Math.round(share * 100)} % of the leads read at the replica`,
    mark: `${line.mark}, most from the replica`,
    holds: line.holds === true && share > 0.5,
  };
}

async function rowsReadAt(place: string): Promise<number> {
  const client = await connect(place);
  const { rows } = await client.query<{ count: string }>(
    `select seq_tup_read + idx_tup_fetch as count from pg_stat_user_tables where relname = 'leads'`,
  );
  await client.end();
  return Number(rows[0]?.count ?? 0);
}

interface Counts {
  lists: number;
  stale: number;
  /** Lists that lack a record even with all that changed since they were read. */
  gaps: number;
  failed: number;
}

interface List {
  person: Person;
  ids: ReadonlySet<number>;
  cursor: string;
}

async function writeAndRead(
  crew: readonly Person[],
  times: number,
  afterwards: () => Promise<unknown> = async () => undefined,
): Promise<Counts> {
  const counts = { lists: 0, stale: 0, gaps: 0, failed: 0 };
  const made: number[] = [];
  const read: List[] = [];
  const work = async (person: Person) => {
    for (let time = 0; time < times; time += 1) {
      const body = { company_name: `Read ${time}`, contact_person: 'Meera Kulkarni' };
      const answer = await person.askJson('POST', '/leads', body);
      const list = await person.askJson('GET', '/leads');
      counts.lists += 1;
      if (answer.status !== 201 || list.status !== 200) {
        counts.failed += 1;
        continue;
      }
      made.push(idIn(answer));
      const ids = new Set((JSON.parse(list.body.toString()) as { data: Row[] }).data.map(idOf));
      if (!ids.has(idIn(answer))) counts.stale += 1;
      read.push({ person, ids, cursor: String(list.headers['list-cursor']) });
    }
  };
  await Promise.all(crew.map(work));
  await afterwards();
  for (const list of read) if (await hasGap(list, made)) counts.gaps += 1;
  return counts;
}

interface Row {
  id: number;
}

const idOf = ({ id }: Row) => id;

async function hasGap({ person, ids, cursor }: List, made: readonly number[]): Promise<boolean> {
  const { body } = await person.askJson('GET', `/leads?since=${cursor}`);
  const { data } = JSON.parse(body.toString()) as { data: { full: boolean; rows: Row[] } };
  const since = new Set(data.rows.map(idOf));
  // A whole list would hide what the changes lack.
  return data.full || made.some((id) => !ids.has(id) && !since.has(id));
}

function lineOf(when: string, { lists, stale, gaps, failed }: Counts): Line {
  return {
    what: `lists read right after a write, by ${people} people, ${when}`,
    measured:
      `${lists} lists, ${stale} without what was just written, ` +
      `${gaps} with a gap before their changes, ${failed} calls failed`,
    mark: '0 stale, 0 gaps, 0 failed',
    holds: lists > 0 && stale + gaps + failed === 0,
  };
}
