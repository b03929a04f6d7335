import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Receiver,
  startReceiver,
} from '../../src/modules/connections/webhooks/server/webhooks.builders';
import { dataIn, done, importFile, make, until } from '../faults/people';
import {
  against,
  atMost,
  besides,
  type Figure,
  median,
  percentile,
  repeated,
  timed,
} from '../figures';
import { readLength } from './calls';
import { type Catalogue, emptyRecords, fillCatalogue, fillLeads } from './fill';
import { postOrder } from './orders';
import { defineOwn, ownColumns, ownValues, removeOwn } from './own';
import type { Bench } from './product';
import { quickly } from './search';

const full = { listed: 100_000, windowed: 1_000_000, imported: 20_000, calls: 300, turns: 5 };

/** The marks of own fields, API keys and webhooks; with `OPEN_WINDOWED` so many records in place of the million. */
export async function openFigures(bench: Bench): Promise<Figure[]> {
  const size = { ...full, windowed: Number(process.env['OPEN_WINDOWED'] ?? full.windowed) };
  return [
    ...(await webhookFigures(bench, size)),
    await keyFigure(bench, size),
    await importFigure(bench, size),
    await listFigure(bench, size),
    ...(await windowFigures(bench, size)),
  ];
}

type Size = typeof full;

/** Lists after a change, at first without own fields: the two would be in turns if filling took less. */
export async function listFigure(bench: Bench, { listed, turns }: Size): Promise<Figure> {
  const { pool, admin } = bench;
  const afterChange = async (values: string) => {
    await emptyRecords(pool);
    await quickly(pool, ['leads'], () => fillLeads(pool, listed, `''`, values));
    const { rows } = await pool.query<{ id: number }>('select max(id) - 50 as id from leads');
    let count = 0;
    return repeated(turns, async () => {
      count += 1;
      await done(admin.askJson('PUT', `/leads/${rows[0]?.id}`, { city: `Pune ${count}` }));
      return timed(() => readLength(admin, '/leads', { 'accept-encoding': 'gzip' }));
    });
  };
  const theirs = await afterChange(`'{}'`);
  await defineOwn(bench);
  const ours = await afterChange(ownValues);
  await removeOwn(bench);
  const measured = ours.map((ms, at) => ({ ours: ms, theirs: theirs[at] ?? Number.NaN }));
  const name = `GET /leads after a change, ${listed} leads with 20 own fields against none`;
  return against(name, measured, 1.3);
}

/** Windows of a very long list, and changes of its definitions. */
export async function windowFigures(bench: Bench, { windowed, turns }: Size): Promise<Figure[]> {
  const { pool, admin } = bench;
  await emptyRecords(pool);
  await defineOwn(bench);
  await quickly(pool, ['leads'], () => fillLeads(pool, windowed, `''`, ownValues));
  await pool.query('vacuum analyze leads');
  const figures: Figure[] = [];
  const filters = (values: object) => `filters=${encodeURIComponent(JSON.stringify(values))}`;
  for (const [name, query] of Object.entries({
    'sorted by a number': 'sort=-custom.own_number_0',
    'sorted by a text': 'sort=custom.own_text_0',
    'filtered by a choice': filters({ 'custom.own_choice_0': 'mill' }),
    'filtered by a range': filters({ 'custom.own_number_0': '100..120' }),
    'filtered by a text': filters({ 'custom.own_text_0': 'en 77' }),
    'searched for a rare text': 'search=en9972',
  })) {
    const path = `/leads?${query}&from=0&count=100&rows=40`;
    const times = await repeated(turns, () =>
      timed(() => readLength(admin, path, { 'list-form': 'windowed-when-long' })),
    );
    const worst = Math.max(...times);
    figures.push(atMost(`${windowed} leads with 20 own fields, ${name}`, worst, 1500));
  }
  const definitions = await repeated(turns, async () => {
    const body = { kind: 'leads', label: 'Another', type: 'text' };
    let id = 0;
    const created = await timed(async () => (id = await make(admin, '/custom-fields', body)));
    const change = (patch: object) =>
      timed(() => done(admin.askJson('PUT', `/custom-fields/${id}`, patch)));
    const changed = [
      created,
      await change({ label: 'Others' }),
      await change({ is_active: false }),
    ];
    await done(admin.askJson('DELETE', `/custom-fields/${id}`));
    return Math.max(...changed);
  });
  const name = 'a definition created, renamed or switched off among them, the slowest';
  figures.push(atMost(name, median(definitions), 200));
  await removeOwn(bench);
  return figures;
}

/** Files with ten own columns against the same without. */
export async function importFigure(bench: Bench, { imported, turns }: Size): Promise<Figure> {
  const { pool, admin } = bench;
  await defineOwn(bench);
  const file = (isOwn: boolean) => {
    const head = `company_name,contact_person,email,phone,city${isOwn ? `,${ownColumns.join()}` : ''}`;
    const lines = Array.from({ length: imported }, (_, n) => {
      const plain = `Company ${n} Pumps,Person ${n},p${n}@c${n}.example,+91 98${10_000_000 + n},Pune`;
      return isOwn
        ? `${plain},${ownColumns.map((_, at) => `Grade EN${n * (at + 3)}`).join()}`
        : plain;
    });
    return Buffer.from(`${[head, ...lines].join('\n')}\n`);
  };
  const [own, plain] = [file(true), file(false)];
  const take = async (content: Buffer) => {
    await emptyRecords(pool);
    return timed(async () => {
      if ((await importFile(admin, '/leads', content)) !== imported)
        throw new Error('Rows are lost');
    });
  };
  const measured = await repeated(turns, async () => ({
    theirs: await take(plain),
    ours: await take(own),
  }));
  await removeOwn(bench);
  const name = `import of ${imported} leads with 10 own columns against none`;
  return against(name, measured, Number((1 / 0.7).toFixed(2)));
}

/** The same call with a key and with a cookie, in turns. */
export async function keyFigure({ admin, pool, url }: Bench, { calls }: Size): Promise<Figure> {
  await emptyRecords(pool);
  await fillLeads(pool, 10);
  await admin.signIn();
  const role = await make(admin, '/roles', {
    name: `Bench ${Date.now()}`,
    rights: { leads: { read: 'all' } },
  });
  const key = { name: 'Bench', role_id: role, calls_per_minute: 6000 };
  const created = dataIn<{ key: string }>(await done(admin.askJson('POST', '/api-keys', key)));
  const headers = { authorization: `Bearer ${created.key}` };
  const { rows } = await pool.query<{ id: number }>('select max(id) as id from leads');
  const path = `/api/leads/${rows[0]?.id}`;
  const measured = await repeated(calls, async () => ({
    byKey: await timed(async () => {
      const response = await fetch(url + path, { headers });
      if (response.status !== 200) throw new Error(`It was answered ${response.status}`);
      await response.arrayBuffer();
    }),
    byCookie: await timed(async () => {
      const response = await fetch(url + path, { headers: { cookie: admin.cookie() } });
      if (response.status !== 200) throw new Error(`It was answered ${response.status}`);
      await response.arrayBuffer();
    }),
  }));
  const byKey = median(measured.map((each) => each.byKey));
  const byCookie = median(measured.map((each) => each.byCookie));
  const value = `${byKey.toFixed(2)} - ${byCookie.toFixed(2)} = ${(byKey - byCookie).toFixed(2)} ms`;
  return atMost('a call by key, more than by cookie', byKey - byCookie, 1, { value });
}

const webhooks = 20;
const ordersAtOnce = 30;

/** Orders next to twenty webhooks and without, in turns; how soon first tries arrive, and how many a second. */
export async function webhookFigures(bench: Bench, { turns }: Size): Promise<Figure[]> {
  const { pool, admin } = bench;
  await emptyRecords(pool);
  const catalogue = await fillCatalogue(pool, 16);
  const receiver = await startReceiver();
  try {
    const order = () => timed(() => postOrder(bench, catalogue, 0));
    const orders = async () => median(await repeated(ordersAtOnce, order));
    const measured = await repeated(turns, async () => {
      const theirs = await orders();
      await subscribe(bench, receiver, webhooks);
      const ours = await orders();
      await arrived(receiver, (ordersAtOnce + 1) * webhooks);
      await unsubscribe(bench, receiver);
      return { ours, theirs };
    });
    return [
      against(`POST /orders next to ${webhooks} webhooks, against none (median)`, measured, 1.1),
      await firstTryFigure(bench, receiver, catalogue),
      await rateFigure(bench, receiver),
    ];
  } finally {
    await receiver.close();
    await done(admin.askJson('GET', '/webhooks'));
  }
}

async function firstTryFigure(
  bench: Bench,
  receiver: Receiver,
  catalogue: Catalogue,
): Promise<Figure> {
  await subscribe(bench, receiver, webhooks);
  const waits: number[] = [];
  receiver.respond((response, { body }) => {
    waits.push(Date.now() - Date.parse(body.timestamp));
    response.end('ok');
  });
  const orders = 20;
  for (let count = 0; count < orders; count += 1) {
    await postOrder(bench, catalogue, 0);
    await sleep(250);
  }
  const amiss = await missing(receiver, orders * webhooks);
  await unsubscribe(bench, receiver);
  const name = `an act to its first try at ${webhooks} webhooks, four acts a second, p95`;
  return besides(atMost(name, percentile(waits, 0.95), 2000), amiss);
}

async function rateFigure(bench: Bench, receiver: Receiver): Promise<Figure> {
  const { pool, admin } = bench;
  const [batches, each] = [8, 500];
  await fillLeads(pool, each);
  const { rows } = await pool.query<{ id: number }>('select id from leads limit $1', [each]);
  await subscribe(bench, receiver, 1);
  const at: number[] = [];
  receiver.respond((response) => {
    at.push(performance.now());
    response.end('ok');
  });
  for (let batch = 0; batch < batches; batch += 1) {
    const values = { city: `Pune ${batch}` };
    const body = { ids: rows.map(({ id }) => id), action: 'update', values };
    await done(admin.askJson('POST', '/bulk/leads', body));
  }
  const amiss = await missing(receiver, batches * each);
  const rate = (at.length * 1000) / ((at.at(-1) ?? 0) - (at[0] ?? 0));
  await unsubscribe(bench, receiver);
  const figure: Figure = {
    name: `${batches * each} events to a fast receiver`,
    value: `${rate.toFixed(0)} a second`,
    mark: 'at least 200 a second',
    holds: rate >= 200,
    share: 200 / rate,
  };
  return besides(figure, amiss);
}

async function subscribe({ admin }: Bench, { url }: Receiver, count: number): Promise<void> {
  await admin.signIn();
  for (let at = 0; at < count; at += 1)
    await make(admin, '/webhooks', { name: `Webhook ${at}`, url, events: ['*'] });
}

async function unsubscribe({ pool }: Bench, receiver: Receiver): Promise<void> {
  await pool.query('delete from webhooks');
  receiver.received.length = 0;
}

function arrived({ received }: Receiver, count: number): Promise<true> {
  return until(`${count} deliveries`, async () => received.length >= count, 120);
}

async function missing(receiver: Receiver, count: number): Promise<string | undefined> {
  await arrived(receiver, count).catch(() => undefined);
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  return receiver.received.length >= count
    ? undefined
    : `${receiver.received.length} of ${count} arrived, of ${ids.size} events`;
}
