import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { startProduct, usualPassword } from '../../scripts/product';
import { signedIn } from './crew';
import { storeOf } from './looks';
import type { Line, Part } from './part';
import type { Person } from './people';
import { breakUnder, type Fault, turnsOf } from './rounds';
import { Wire } from './wire';

const watchers = 12;
const agreeWithinMs = 30_000;

/** The sockets of people at their screens, cut again and again while others write. */
export const socketsPart: Part = {
  minutes: ({ rounds }) => 0.8 + turnsOf(rounds) * 0.4,
  run: async ({ rounds, seed }, tell) => {
    const product = await startProduct({ ADMIN_PASSWORD: usualPassword });
    const wire = new Wire({ port: Number(new URL(product.url).port), host: '127.0.0.1' });
    await wire.accept();
    try {
      const store = storeOf(product);
      const people = await signedIn(product.url, store, watchers);
      const screens = people.map((person) => openScreen(`http://127.0.0.1:${wire.port}`, person));
      const scene = { rounds: turnsOf(rounds), seed, tell };
      const what = `the live sockets of ${watchers} screens cut`;
      const line = await breakUnder(scene, { what, product, store, faults: cuts(wire) });
      const agreed = await allAgree(screens);
      for (const { leave } of screens) leave();
      return [line, agreed];
    } catch (error) {
      tell(product.output().slice(-3000));
      throw error;
    } finally {
      await wire.refuse();
      await product.stop();
    }
  },
};

function cuts(wire: Wire): Fault[] {
  let timer: NodeJS.Timeout | undefined;
  return [
    {
      name: 'reset every 400 ms',
      seconds: 8,
      begin: () => {
        timer = setInterval(() => wire.cut(), 400);
      },
      end: () => clearInterval(timer),
    },
    {
      name: 'silent for 8 s, then reset',
      seconds: 8,
      begin: () => wire.passing({ kind: 'swallow' }),
      end: () => {
        wire.passing({ kind: 'pass' });
        wire.cut();
      },
    },
  ];
}

interface Screen {
  person: Person;
  /** The version of each lead that is shown, by its id. */
  shown: Map<number, string>;
  joins: () => number;
  leave: () => void;
}

interface Row {
  id: number;
  updated_at: string;
}

/** A list of leads on a screen: read whole whenever the socket has joined, and row by row as it is told. */
function openScreen(url: string, person: Person): Screen {
  const shown = new Map<number, string>();
  let joins = 0;
  const readAll = async () => {
    const rows = await leadsOf(person);
    shown.clear();
    for (const { id, updated_at } of rows) shown.set(id, updated_at);
  };
  const readOne = async (id: number) => {
    const answer = await person.askJson('GET', `/leads/${id}`);
    if (answer.status === 404) shown.delete(id);
    if (answer.status !== 200) return;
    const { data } = JSON.parse(answer.body.toString()) as { data: Row };
    shown.set(id, data.updated_at);
  };
  const socket = io(url, {
    transports: ['websocket'],
    extraHeaders: { cookie: person.cookie() },
    reconnectionDelayMax: 1000,
    forceNew: true,
  });
  socket.on('connect', () => {
    joins += 1;
    void readAll();
  });
  socket.on('change', ({ entity, id }: { entity: string; id: number | null }) => {
    if (entity === '*') void readAll();
    if (entity === 'leads' && id !== null) void readOne(id);
  });
  return { person, shown, joins: () => joins, leave: () => socket.disconnect() };
}

async function leadsOf(person: Person): Promise<Row[]> {
  const answer = await person.askJson('GET', '/leads');
  return (JSON.parse(answer.body.toString()) as { data: Row[] }).data;
}

async function allAgree(screens: readonly Screen[]): Promise<Line> {
  const began = performance.now();
  const [first] = screens;
  const truth = first ? await leadsOf(first.person) : [];
  const isRight = ({ shown }: Screen) =>
    shown.size === truth.length &&
    truth.every(({ id, updated_at }) => shown.get(id) === updated_at);
  let wrong = screens.length;
  while (wrong > 0 && performance.now() - began < agreeWithinMs) {
    wrong = screens.filter((screen) => !isRight(screen)).length;
    if (wrong > 0) await sleep(200);
  }
  const joins = screens.reduce((sum, screen) => sum + screen.joins(), 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return {
    what: `what the ${screens.length} screens show afterwards`,
    measured: `${truth.length} leads, ${joins} joins, ${wrong} screens wrong after ${seconds} s`,
    mark: 'none wrong, and each has joined again',
    holds: wrong === 0 && joins > screens.length,
  };
}
