import fc from 'fast-check';
import { type RawResponse, keepAliveAgent, sendBytes } from '../../src/kit/server/testing/raw-http';
import { type Description, readDescription } from './description';
import { changedTables, digestTables } from './digest';
import { bytesFaultOf, faultOf } from './judge';
import { addUser, cheapHash, type Login, type Person, personAt, type Query } from './people';
import type { Plan } from './plan';
import { hostileBytes, type HostileRequest, hostileRequests } from './requests';

const atOnce = 4;
/** A batch has so many requests on average. */
const inBatch = 30;

export type FuzzResult = ReturnType<typeof noResult>;

const noResult = () => ({
  sent: 0,
  refused: 0,
  done: 0,
  /** Batches that were refused whole, after which every table was as before. */
  compared: 0,
  statuses: new Map<number, number>(),
  /** The smallest batch that goes wrong, and how to send it again. */
  fault: null as string | null,
});

/** Of whom a request comes: administrators more often, for they get further. */
const logins: Readonly<Record<string, (query: Query, hash: string) => Promise<Login | null>>> = {
  admin: (query, hash) => addUser(query, hash, { role: 'admin' }),
  user: addUser,
  viewer: (query, hash) => addUser(query, hash, { isViewer: true }),
  Sales: (query, hash) => addUser(query, hash, { roleId: 2 }),
  Accounts: (query, hash) => addUser(query, hash, { roleId: 3 }),
  Stores: (query, hash) => addUser(query, hash, { roleId: 4 }),
  anonymous: async () => null,
};
const callers = ['admin', 'admin', ...Object.keys(logins)];

interface Run {
  query: Query;
  people: Map<string, Person>;
  description: Description;
  result: FuzzResult;
}

/**
 * Sends about so many hostile requests over all calls and callers, in batches; those of a batch that were refused are
 * sent again between two looks at all tables. The same `seed` makes the same requests.
 */
export async function fuzz(
  target: { url: string; query: Query },
  { seed, path, requests }: Pick<Plan, 'seed' | 'path' | 'requests'>,
): Promise<FuzzResult> {
  const agent = keepAliveAgent();
  const people = new Map<string, Person>();
  const hash = await cheapHash();
  const enter = async (name: string) => {
    const person = personAt(target.url, (await logins[name]?.(target.query, hash)) ?? null, agent);
    people.set(name, person);
    if (!person.login) return;
    await target.query('delete from login_failures');
    const { status } = await person.signIn();
    if (status !== 200) throw new Error(`${name} cannot sign in: ${status}`);
  };
  /** The requests end sessions and users: those get new ones. */
  const revive = async () => {
    for (const name of Object.keys(logins)) {
      const person = people.get(name);
      const isIn = person?.login && (await person.askJson('GET', '/auth/me')).status === 200;
      if (!isIn) await enter(name);
    }
  };
  await revive();
  const described = await people.get('admin')?.ask({ method: 'GET', path: '/api/openapi.json' });
  const description = readDescription(String(described?.body));
  const result = noResult();
  const run = { query: target.query, people, description, result };
  const property = fc.asyncProperty(
    hostileRequests(description.operations, callers),
    hostileBytes,
    async (batch, bytes) => {
      await revive();
      const faults = [await sendNoRequest(target.url, bytes)];
      const refused = await sendAll(run, batch, (fault) => faults.push(fault));
      result.refused += refused.length;
      faults.push(await changeByRefusals(run, refused, revive));
      const found = faults.filter((fault) => fault !== null);
      if (found.length > 0) throw new Error(found.join('\n'));
    },
  );
  const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
    seed,
    numRuns: Math.ceil(requests / inBatch),
    ...(path ? { path, endOnFailure: true } : {}),
  });
  agent.destroy();
  if (failed) {
    const [batch = []] = counterexample ?? [];
    const what = String(errorInstance);
    const again = `again: --seed ${seed} --path ${counterexamplePath}`;
    result.fault = [what, again, ...batch.map(describeRequest)].join('\n');
  }
  return result;
}

async function sendNoRequest(url: string, bytes: Buffer): Promise<string | null> {
  const reported = await sendBytes(url, bytes).catch(
    (error: unknown) => `No end: ${String(error)}`,
  );
  const what = typeof reported === 'string' ? reported : bytesFaultOf(reported.toString('latin1'));
  return what && `${what}: ${JSON.stringify(bytes.toString('latin1').slice(0, 400))}`;
}

/** The tables that change though all requests are refused; null where none does. */
async function changeByRefusals(
  run: Run,
  requests: readonly HostileRequest[],
  revive: () => Promise<void>,
): Promise<string | null> {
  const { query } = run;
  let refused = requests;
  let isSuspected = false;
  for (let round = 1; round <= 4; round += 1) {
    await revive();
    const before = await digestTables(query);
    const again = await sendAll(run, refused);
    const changed = changedTables(before, await digestTables(query));
    const isSame = again.length === refused.length;
    refused = again;
    if (!isSame) continue;
    run.result.compared += 1;
    if (changed.length === 0) return null;
    // What an earlier call has left to a job may have come late: only a second change is theirs.
    if (isSuspected) return `Refused, they changed ${changed.join(', ')}`;
    isSuspected = true;
  }
  return null;
}

/** Sends the requests, some at once, and gives those that were refused; judges and counts them where `report` is given. */
async function sendAll(
  run: Run,
  requests: readonly HostileRequest[],
  report?: (fault: string) => void,
): Promise<HostileRequest[]> {
  const waiting = [...requests];
  const refused: HostileRequest[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { status, what } = await sendOne(run, next);
      if (report) count(run.result, status);
      if (report && what !== null) report(`${what}: ${describeRequest(next)}`);
      if (status >= 400 || (status === 0 && what === null)) refused.push(next);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return refused;
}

/** The status of the answer, 0 where there is none, and what is wrong. */
async function sendOne({ people, description }: Run, request: HostileRequest) {
  let response: RawResponse | undefined;
  try {
    response = await people.get(request.caller)?.ask(request);
    const what = response ? faultOf(request, response, description) : 'No answer';
    return { status: response?.status ?? 0, what };
  } catch (error) {
    return { status: 0, what: isCutOff(error, request) ? null : `No answer: ${String(error)}` };
  }
}

/** A refusal need not wait for all of a large body; the line may then break before the answer is read. */
function isCutOff(error: unknown, { body }: HostileRequest): boolean {
  const isReset = error instanceof Error && /ECONNRESET|EPIPE/.test(error.message);
  return isReset && body !== undefined && body.length > 64_000;
}

function count(result: FuzzResult, status: number): void {
  result.sent += 1;
  result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
  if (status > 0 && status < 400) result.done += 1;
}

function describeRequest({ caller, method, path, headers, body }: HostileRequest): string {
  const content = body === undefined ? '' : ` ${body.toString().slice(0, 400)}`;
  const head = JSON.stringify(headers).slice(0, 300);
  return `${caller}: ${method} ${path.slice(0, 300)} ${head}${content}`;
}
