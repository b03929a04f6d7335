import fc from 'fast-check';
import { hangsAfterMs, keepAliveAgent, sendBytes } from '../../src/kit/server/testing/raw-http';
import { type Description, readDescription } from './description';
import { changedTables, digestTables } from './digest';
import { bytesFaultOf, faultOf } from './judge';
import { addUser, type Person, personAt, type Query, type UserOptions } from './people';
import type { Plan } from './plan';
import { hostileBytes, type HostileRequest, hostileRequests } from './requests';

const atOnce = 4;
/** A batch has so many requests on average. */
const inBatch = 30;

/** Of whom a request comes. */
const users: Readonly<Record<string, UserOptions | null>> = {
  admin: { role: 'admin' },
  user: {},
  viewer: { isViewer: true },
  Sales: { roleId: 2 },
  Accounts: { roleId: 3 },
  Stores: { roleId: 4 },
  anonymous: null,
};
/** Administrators more often, for they get further. */
const callers = ['admin', 'admin', ...Object.keys(users)];

interface Run {
  url: string;
  query: Query;
  people: Map<string, Person>;
  description: Description;
  /** Batches that were refused whole, after which every table was as before. */
  compared: number;
}

/**
 * Sends about so many hostile requests over all calls and callers, in batches; those of a batch that were refused are
 * sent again between two looks at all tables. The same `seed` makes the same requests.
 */
export async function fuzz(
  { url, query }: { url: string; query: Query },
  { seed, path, requests }: Pick<Plan, 'seed' | 'path' | 'requests'>,
) {
  const agent = keepAliveAgent();
  const people = new Map<string, Person>();
  /** The requests end sessions and users: those get new ones. */
  const revive = async () => {
    for (const [name, user] of Object.entries(users)) {
      const existing = user && people.get(name);
      if (existing && (await existing.askJson('GET', '/auth/me')).status === 200) continue;
      const login = user && (await addUser(query, user));
      const person = personAt(url, login, { agent, patienceMs: hangsAfterMs });
      people.set(name, person);
      if (!user) continue;
      await query('delete from login_failures');
      await person.signIn();
    }
  };
  await revive();
  const described = await people.get('admin')?.ask({ method: 'GET', path: '/api/openapi.json' });
  const description = readDescription(String(described?.body));
  const run: Run = { url, query, people, description, compared: 0 };
  const statuses: number[] = [];
  let refusals = 0;
  const property = fc.asyncProperty(
    hostileRequests(description.operations, callers),
    hostileBytes,
    async (batch, bytes) => {
      await revive();
      const results = await sendAll(run, batch);
      statuses.push(...results.map(({ status }) => status));
      const refused = refusedOf(results);
      refusals += refused.length;
      const found = [
        await sendNoRequest(url, bytes),
        ...results.map(({ fault }) => fault),
        await changeByRefusals(run, refused, revive),
      ];
      const faults = found.filter((fault) => fault !== null);
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  );
  const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
    seed,
    numRuns: Math.ceil(requests / inBatch),
    ...(path ? { path, endOnFailure: true } : {}),
  });
  agent.destroy();
  const [batch = []] = counterexample ?? [];
  const again = `again: --seed ${seed} --path ${counterexamplePath}`;
  return {
    statuses,
    refused: refusals,
    done: statuses.filter((status) => status > 0 && status < 400).length,
    compared: run.compared,
    /** The smallest batch that goes wrong, and how to send it again. */
    fault: failed ? [String(errorInstance), again, ...batch.map(describeRequest)].join('\n') : null,
  };
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
  let refused = requests;
  let isSuspected = false;
  for (let round = 1; round <= 4; round += 1) {
    await revive();
    const before = await digestTables(run.query);
    const again = refusedOf(await sendAll(run, refused));
    const changed = changedTables(before, await digestTables(run.query));
    const isSame = again.length === refused.length;
    refused = again;
    if (!isSame) continue;
    run.compared += 1;
    if (changed.length === 0) return null;
    // What an earlier call has left to a job may have come late: only a second change is theirs.
    if (isSuspected) return `Refused, they changed ${changed.join(', ')}`;
    isSuspected = true;
  }
  return null;
}

interface Result {
  request: HostileRequest;
  /** 0 where there is no answer. */
  status: number;
  fault: string | null;
}

const refusedOf = (results: readonly Result[]): HostileRequest[] =>
  results
    .filter(({ status, fault }) => status >= 400 || (status === 0 && fault === null))
    .map(({ request }) => request);

/** Sends the requests, some at once. */
async function sendAll(run: Run, requests: readonly HostileRequest[]): Promise<Result[]> {
  const waiting = [...requests];
  const results: Result[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      results.push(await sendOne(run, next));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

async function sendOne({ people, description }: Run, request: HostileRequest): Promise<Result> {
  const resultOf = (status: number, what: string | null): Result => ({
    request,
    status,
    fault: what && `${what}: ${describeRequest(request)}`,
  });
  try {
    const response = await people.get(request.caller)?.ask(request);
    if (!response) return resultOf(0, 'No answer');
    return resultOf(response.status, faultOf(request, response, description));
  } catch (error) {
    return resultOf(0, isCutOff(error, request) ? null : `No answer: ${String(error)}`);
  }
}

/** A refusal need not wait for all of a large body; the line may then break before the answer is read. */
function isCutOff(error: unknown, { body }: HostileRequest): boolean {
  const isReset = error instanceof Error && /ECONNRESET|EPIPE/.test(error.message);
  return isReset && body !== undefined && body.length > 64_000;
}

function describeRequest({ caller, method, path, headers, body }: HostileRequest): string {
  const content = body === undefined ? '' : ` ${body.toString().slice(0, 400)}`;
  const head = JSON.stringify(headers).slice(0, 300);
  return `${caller}: ${method} ${path.slice(0, 300)} ${head}${content}`;
}
