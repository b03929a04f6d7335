import { changedTables, digestTables } from './digest';
import { type Description, readDescription } from './description';
import { bytesFaultOf, hostileBytes } from './hostile-bytes';
import { type HostileRequest, hostileRequest } from './hostile-requests';
import { type Answer, keptConnections, sendBytes } from '../../src/kit/server/testing/raw-http';
import { faultOf } from './judge';
import { addUser, cheapHash, type Login, personAt, type Person, type Query } from './people';

const inBatch = 40;
const atOnce = 4;

interface Fault {
  what: string;
  /** A text where it was no request. */
  request: HostileRequest | string;
}

export interface FuzzResult {
  sent: number;
  /** Times that bytes were sent that are hardly a request. */
  bytes: number;
  refused: number;
  done: number;
  slowest: { ms: number; request: HostileRequest | null };
  /** Batches that were refused whole, after which every table was as before. */
  compared: number;
  statuses: Map<number, number>;
  faults: Fault[];
}

export interface FuzzTarget {
  url: string;
  query: Query;
}

interface FuzzOptions {
  seed: number;
  /** The place of the first request; 0 unless given. */
  from?: number;
  count: number;
  tell: (line: string) => void;
}

/** Of whom a request comes: administrators more often, for they get further. */
const callers = [
  'admin',
  'user',
  'viewer',
  'admin',
  'Sales',
  'Accounts',
  'admin',
  'Stores',
  'nobody',
] as const;

type CallerName = (typeof callers)[number];

/**
 * Sends `count` hostile requests over all calls and callers, in batches; those of a batch that were refused are sent
 * again between two looks at all tables. The same `seed` makes the same requests.
 */
export async function fuzz(
  target: FuzzTarget,
  { seed, from = 0, count, tell }: FuzzOptions,
): Promise<FuzzResult> {
  const people = peopleOf(target);
  for (const name of new Set(callers)) await people.of(name);
  const root = await people.of('admin');
  const answer = await root.ask({ method: 'GET', path: '/api/openapi.json' });
  const description = readDescription(answer.body.toString());
  const result: FuzzResult = {
    sent: 0,
    bytes: 0,
    refused: 0,
    done: 0,
    slowest: { ms: 0, request: null },
    compared: 0,
    statuses: new Map(),
    faults: [],
  };
  const run = { target, people, description, result, seed };
  for (let done = 0; done < count; done += inBatch) {
    const length = Math.min(inBatch, count - done);
    const places = Array.from({ length }, (_, at) => from + done + at);
    const { operations } = description;
    await fuzzBatch(
      run,
      places.map((place) => hostileRequest(operations, callers, { seed, place })),
    );
    if (done % 2000 === 0 && done > 0) tell(`${done} of ${count}, ${result.faults.length} faults`);
  }
  people.end();
  return result;
}

interface Run {
  target: FuzzTarget;
  people: ReturnType<typeof peopleOf>;
  description: Description;
  result: FuzzResult;
  seed: number;
}

async function fuzzBatch(run: Run, requests: readonly HostileRequest[]): Promise<void> {
  const { people, result, target } = run;
  await sendNoRequest(run, requests[0]?.place ?? 0);
  await people.revive();
  let refused = await sendAll(run, requests, { isFirst: true });
  result.refused += refused.length;
  for (let round = 1; round <= 3; round += 1) {
    await people.revive();
    const before = await digestTables(target.query);
    const again = await sendAll(run, refused, { isFirst: false });
    if (again.length === refused.length) {
      const changed = changedTables(before, await digestTables(target.query));
      result.compared += 1;
      if (changed.length > 0) await findChanging(run, refused, changed);
      return;
    }
    refused = again;
  }
}

/** Bytes that are hardly a request, once a batch. */
async function sendNoRequest({ target, result, seed }: Run, place: number): Promise<void> {
  const bytes = hostileBytes(seed, place);
  let what: string | null;
  try {
    what = bytesFaultOf((await sendBytes(target.url, bytes)).toString('latin1'));
  } catch (error) {
    what = `No end: ${error instanceof Error ? error.message : String(error)}`;
  }
  result.bytes += 1;
  if (what !== null) result.faults.push({ what, request: bytes.toString('latin1') });
}

/** Names the refused requests that change something, one after the other. */
async function findChanging(
  run: Run,
  refused: readonly HostileRequest[],
  tables: readonly string[],
): Promise<void> {
  const { result, target } = run;
  const known = result.faults.length;
  for (const request of refused) {
    const before = await digestTables(target.query);
    const still = await sendAll(run, [request], { isFirst: false });
    const changed = changedTables(before, await digestTables(target.query));
    if (still.length > 0 && changed.length > 0)
      result.faults.push({ what: `Refused, it changed ${changed.join(', ')}`, request });
  }
  if (result.faults.length > known) return;
  // What a call leaves to be done after its answer, or to a job, may have come late.
  const before = await digestTables(target.query);
  const still = await sendAll(run, refused, { isFirst: false });
  const [first] = still;
  if (first && changedTables(before, await digestTables(target.query)).length > 0)
    result.faults.push({
      what: `One of ${refused.length} changed ${tables.join(', ')}`,
      request: first,
    });
}

/** Sends the requests, some at once, and gives those that were refused. */
async function sendAll(
  run: Run,
  requests: readonly HostileRequest[],
  { isFirst }: { isFirst: boolean },
): Promise<HostileRequest[]> {
  const waiting = [...requests];
  const refused: HostileRequest[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (await isRefused(run, next, isFirst)) refused.push(next);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return refused;
}

async function isRefused(run: Run, request: HostileRequest, isFirst: boolean): Promise<boolean> {
  const { people, description, result } = run;
  const person = await people.of(request.caller);
  const began = performance.now();
  let answer: Answer | null = null;
  let what: string | null;
  try {
    answer = await person.ask(request);
    what = faultOf(request, answer, description);
  } catch (error) {
    what = isCutOff(error, request)
      ? null
      : `No answer: ${error instanceof Error ? error.message : String(error)}`;
  }
  const ms = performance.now() - began;
  if (ms > result.slowest.ms) result.slowest = { ms, request };
  const status = answer?.status ?? 0;
  if (isFirst) {
    result.sent += 1;
    result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
    if (status > 0 && status < 400) result.done += 1;
  }
  if (what !== null && isFirst) result.faults.push({ what, request });
  return status >= 400 || (status === 0 && what === null);
}

/** A refusal need not wait for all of a large body; the line may then break before the answer is read. */
function isCutOff(error: unknown, { body }: HostileRequest): boolean {
  const isReset = error instanceof Error && /ECONNRESET|EPIPE/.test(error.message);
  return isReset && body !== undefined && body.length > 64_000;
}

/** A request in words, from which it can be made again. */
export function describeRequest(request: HostileRequest | string): string {
  if (typeof request === 'string') return JSON.stringify(request.slice(0, 400));
  const { place, caller, method, path, headers, body, tricks } = request;
  const content = body === undefined ? '' : ` ${body.toString().slice(0, 400)}`;
  const head = JSON.stringify(headers).slice(0, 300);
  return `place ${place}, ${caller}: ${method} ${path.slice(0, 300)} ${head}${content} (${tricks.join(', ')})`;
}

/** The callers, each with a session; `revive` gives those a new one whose session or user the requests have ended. */
function peopleOf({ url, query }: FuzzTarget) {
  const agent = keptConnections();
  const found = new Map<string, Person>();
  const logins: Record<CallerName, (hash: string) => Promise<Login | null>> = {
    admin: (hash) => addUser(query, hash, { role: 'admin' }),
    user: (hash) => addUser(query, hash),
    viewer: (hash) => addUser(query, hash, { isViewer: true }),
    Sales: (hash) => addUser(query, hash, { roleId: 2 }),
    Accounts: (hash) => addUser(query, hash, { roleId: 3 }),
    Stores: (hash) => addUser(query, hash, { roleId: 4 }),
    nobody: async () => null,
  };
  const enter = async (name: CallerName): Promise<Person> => {
    const person = personAt(url, await logins[name](await cheapHash()), agent);
    found.set(name, person);
    if (!person.login) return person;
    await query('delete from login_failures');
    const { status } = await person.signIn();
    if (status !== 200) throw new Error(`${name} cannot sign in: ${status}`);
    return person;
  };
  const isIn = async (person: Person) =>
    !person.login || (await person.askJson('GET', '/auth/me')).status === 200;
  const of = async (name: string) => found.get(name) ?? enter(name as CallerName);
  return {
    of,
    revive: async () => {
      for (const [name, person] of found) {
        if (!(await isIn(person))) await enter(name as CallerName);
      }
    },
    end: () => agent.destroy(),
  };
}
