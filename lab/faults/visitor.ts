import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { Person } from './people';
import type { Random } from './random';

/** Between two things that a person does, in milliseconds. */
const thinkMs = [2000, 8000] as const;
/** A browser gathers changes for so long before it fetches the rows. */
const gatherMs = 60;
const strangeAtMost = 10;

export interface Known {
  leads: readonly number[];
  customers: readonly number[];
  orders: readonly number[];
  invoices: readonly number[];
  products: readonly number[];
  /** Invoices with much left to pay. */
  unpaid: readonly number[];
}

type Kind = Exclude<keyof Known, 'unpaid'>;

const kinds: readonly Kind[] = ['leads', 'customers', 'orders', 'invoices', 'products'];
const words = ['pump', 'steel', 'bolt', 'Meera', 'Pune', 'INV-26', 'tex'];

/** What became of the calls of all visitors. */
export interface Tally {
  taken: number[];
  statuses: Map<number, number>;
  /** Calls without an answer. */
  broken: number;
  /** The first of those, and of the refused ones but for a busy server's, in words. */
  strange: string[];
}

interface Visit {
  url: string;
  person: Person;
  known: Known;
  random: Random;
  tally: Tally;
  isOver: () => boolean;
}

type Action = (visitor: Visitor) => Promise<unknown>;

interface Visitor extends Visit {
  /** The list on the screen, whose changed rows are fetched. */
  shown: Kind;
  tags: Map<string, string>;
}

/** Somebody at a browser with a live channel, who looks at lists and records and now and then writes, until it is over. */
export async function visit(given: Visit): Promise<void> {
  const visitor: Visitor = { ...given, shown: 'leads', tags: new Map() };
  const { random, isOver } = given;
  await sleep(random.between(0, thinkMs[1]));
  const leave = listen(visitor);
  try {
    while (!isOver()) {
      await random.pick(dealt)(visitor);
      await sleep(random.between(...thinkMs));
    }
  } finally {
    leave();
  }
}

async function call(
  { person, tally, tags }: Visitor,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const tag = method === 'GET' ? tags.get(path) : undefined;
  const began = performance.now();
  try {
    const answer = await person.ask({
      method,
      path: `/api${path}`,
      headers: {
        'accept-encoding': 'gzip',
        ...(tag === undefined ? {} : { 'if-none-match': tag }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
    });
    const { status, headers } = answer;
    tally.taken.push(performance.now() - began);
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
    if (status === 200 && typeof headers['etag'] === 'string') tags.set(path, headers['etag']);
    if (status >= 400 && status !== 503)
      note(tally, `${method} ${path} answered ${status}: ${String(answer.body)}`);
    if (status === 401) await renew(person);
  } catch (error) {
    tally.broken += 1;
    note(
      tally,
      `${method} ${path} after ${(performance.now() - began).toFixed(0)} ms: ${String(error)}`,
    );
  }
}

function note({ strange }: Tally, line: string): void {
  if (strange.length < strangeAtMost) strange.push(line);
}

async function renew(person: Person): Promise<void> {
  const { status } = await person.askJson('POST', '/auth/refresh');
  if (status !== 200) await person.signIn();
}

const readList: Action = (visitor) => {
  visitor.shown = visitor.random.pick(kinds);
  return call(visitor, 'GET', `/${visitor.shown}`);
};

const readRecord: Action = (visitor) => {
  const { shown, known, random } = visitor;
  return call(visitor, 'GET', `/${shown}/${random.pick(known[shown])}`);
};

const edit: Action = (visitor) => {
  const { known, random } = visitor;
  const phone = `+91 98200 ${random.between(10_000, 99_999)}`;
  return call(visitor, 'PUT', `/leads/${random.pick(known.leads)}`, { phone });
};

const search: Action = (visitor) => call(visitor, 'GET', `/search?q=${visitor.random.pick(words)}`);

const dashboard: Action = (visitor) =>
  Promise.all(
    ['stats', 'pipeline', 'activities', 'top-customers'].map((part) =>
      call(visitor, 'GET', `/dashboard/${part}?period=month`),
    ),
  );

const order: Action = (visitor) => {
  const { known, random } = visitor;
  const line = () => ({ product_id: random.pick(known.products), quantity: 1, unit_price: 120.5 });
  const body = { customer_id: random.pick(known.customers), items: [line(), line(), line()] };
  return call(visitor, 'POST', '/orders', body);
};

const invoice: Action = (visitor) => {
  const { known, random } = visitor;
  const items = [{ description: 'Die repair', quantity: 2, unit_price: 1000 }];
  const body = { customer_id: random.pick(known.customers), items, status: 'pending' };
  return call(visitor, 'POST', '/invoices', body);
};

const payment: Action = (visitor) =>
  call(visitor, 'POST', '/payments', {
    invoice_id: visitor.random.pick(visitor.known.unpaid),
    amount: 1.01,
    payment_method: 'cash',
    payment_date: '2026-11-20',
  });

const pdf: Action = (visitor) =>
  call(visitor, 'GET', `/invoices/${visitor.random.pick(visitor.known.invoices)}/pdf`);

const shares: readonly (readonly [share: number, action: Action])[] = [
  [28, readList],
  [30, readRecord],
  [10, edit],
  [12, search],
  [13, dashboard],
  [2, order],
  [1, invoice],
  [2, payment],
  [2, pdf],
];

const dealt = shares.flatMap(([share, action]) => Array.from({ length: share }, () => action));

/** Fetches the changed rows of the list on the screen, as the browser side does. */
function listen(visitor: Visitor): () => void {
  const { url, person } = visitor;
  const socket = io(url, {
    transports: ['websocket'],
    extraHeaders: { cookie: person.cookie() },
    forceNew: true,
  });
  const changed = new Set<string>();
  socket.on('change', ({ entity, id }: { entity: string; id: number | null }) => {
    if (entity !== visitor.shown || id === null) return;
    // Whole paths: the screen may show another list before they are fetched.
    changed.add(`/${entity}/${id}`);
    if (changed.size > 1) return;
    setTimeout(() => {
      const paths = [...changed];
      changed.clear();
      for (const each of paths) void call(visitor, 'GET', each);
    }, gatherMs);
  });
  return () => {
    socket.disconnect();
  };
}
