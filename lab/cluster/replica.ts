import { setTimeout as sleep } from 'node:timers/promises';
import { signedIn } from '../faults/crew';
import { countOf, dataIn, idIn, type Person } from '../faults/people';
import { withProduct, withQuery } from '../faults/stage';
import { type Figure, printLine } from '../figures';
import { type Cluster, environmentOf, storeOf } from './database';

const name = 'reading';
const people = 4;
const leads = 2000;
/** Longer than the server leaves a replica alone that was behind. */
const restMs = 11_000;

/** Whole lists right after a write, while the replica follows, stalls and is gone. */
export async function readFromReplica(cluster: Cluster): Promise<Figure[]> {
  await cluster.addDatabase(name);
  const environment = {
    ...environmentOf(cluster, name),
    DATABASE_REPLICA_URL: cluster.address('replica', name),
  };
  return withProduct(environment, async ({ url, output }) => {
    await withQuery(storeOf(cluster, name), (query) =>
      query(
        `insert into leads (company_name, contact_person, created_at, updated_at)
         select 'Company ' || n, 'Meera Kulkarni', now(), now() from generate_series(1, $1::integer) n`,
        [leads],
      ),
    );
    const crew = await signedIn(url, storeOf(cluster, name), people);
    const figures = [await follow(cluster, crew)];
    await withQuery({ database: cluster.address('replica', 'postgres', true) }, async (query) => {
      await query('select pg_wal_replay_pause()');
      figures.push(await writeAndRead('while the replica stalls', crew, 5));
      await query('select pg_wal_replay_resume()');
    });
    const revive = await cluster.kill('synchronous');
    figures.push(await writeAndRead('while the replica is gone', crew, 5));
    await revive();
    await sleep(restMs);
    figures.push(await follow(cluster, crew));
    for (const [why] of output().matchAll(/"message":"[^"]*"/g)) printLine(why);
    return figures;
  });
}

async function follow({ address }: Cluster, crew: readonly Person[]): Promise<Figure> {
  const addresses = [address('primary', name, true), address('replica', name, true)];
  const rowsRead = () => Promise.all(addresses.map(rowsReadAt));
  const before = await rowsRead();
  let after = before;
  const figure = await writeAndRead('while the replica follows', crew, 25, async () => {
    await sleep(2000);
    after = await rowsRead();
  });
  const [primary = 0, replica = 0] = after.map((rows, at) => rows - (before[at] ?? 0));
  const share = replica / (primary + replica);
  return {
    ...figure,
    value: `${figure.value}; ${Math.round(share * 100)} % of the leads read at the replica`,
    mark: `${figure.mark}, most from the replica`,
    holds: figure.holds === true && share > 0.5,
  };
}

function rowsReadAt(database: string): Promise<number> {
  const read = `select seq_tup_read + idx_tup_fetch from pg_stat_user_tables where relname = 'leads'`;
  return withQuery({ database }, (query) => countOf(query, read));
}

interface List {
  person: Person;
  ids: ReadonlySet<number>;
  cursor: string;
}

async function writeAndRead(
  when: string,
  crew: readonly Person[],
  times: number,
  afterwards: () => Promise<unknown> = async () => undefined,
): Promise<Figure> {
  let stale = 0;
  let failed = 0;
  const created: number[] = [];
  const read: List[] = [];
  const work = async (person: Person) => {
    for (let time = 0; time < times; time += 1) {
      const body = { company_name: `Read ${time}`, contact_person: 'Meera Kulkarni' };
      const response = await person.askJson('POST', '/leads', body);
      const list = await person.askJson('GET', '/leads');
      if (response.status !== 201 || list.status !== 200) {
        failed += 1;
        continue;
      }
      created.push(idIn(response));
      const ids = new Set(dataIn<Row[]>(list).map(({ id }) => id));
      if (!ids.has(idIn(response))) stale += 1;
      read.push({ person, ids, cursor: String(list.headers['list-cursor']) });
    }
  };
  await Promise.all(crew.map(work));
  await afterwards();
  let gaps = 0;
  for (const list of read) if (await hasGap(list, created)) gaps += 1;
  return {
    name: `lists read right after a write, by ${people} people, ${when}`,
    value:
      `${read.length} lists, ${stale} without the write before, ` +
      `${gaps} with a gap before their changes, ${failed} calls failed`,
    mark: '0 stale, 0 gaps, 0 failed',
    holds: read.length > 0 && stale + gaps + failed === 0,
  };
}

interface Row {
  id: number;
}

/** Whether a list lacks a record even with all that changed since it was read. */
async function hasGap({ person, ids, cursor }: List, created: readonly number[]): Promise<boolean> {
  const response = await person.askJson('GET', `/leads?since=${cursor}`);
  const { full, rows } = dataIn<{ full: boolean; rows: Row[] }>(response);
  const since = new Set(rows.map(({ id }) => id));
  // A whole list would hide what the changes lack.
  return full || created.some((id) => !ids.has(id) && !since.has(id));
}
