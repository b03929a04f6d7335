import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { printLine } from '../figures';
import { hangsAfterMs, type RawResponse } from '../../src/kit/server/testing/raw-http';
import { addUser, dataIn, personAt, type Person, until } from './people';
import { type Store, withQuery } from './stage';
import { countDone, type Ground, nextWrite, type Write } from './work';

export type Counts = ReturnType<typeof noCounts>;

/** What a run counts, for every kind of fault. */
export function noCounts() {
  return {
    rounds: 0,
    acknowledged: 0,
    /** Refused with a sentence and a code that the description lists for the moment. */
    refused: 0,
    repeated: 0,
    /** Refused in no form that a person could act on, or not answered at all by a server that runs. */
    strange: 0,
    lost: 0,
    doubled: 0,
    broken: 0,
    /** Attempts to mail an invoice, and those that the server confirmed as sent. */
    mailsExpected: 0,
    mailsAcknowledged: 0,
    slowestBackMs: 0,
  };
}

/** A write and whether the server said that it was done. */
export interface Done {
  write: Write;
  /** Whose it is: an Idempotency-Key belongs to its user. */
  person: Person;
  isAcknowledged: boolean;
}

const breathMs = 60;
const backWithinSeconds = 120;

/** At least one person. */
export type People = [Person, ...Person[]];

/** People who work without a break, and what their answers come to. */
export interface Crew {
  people: Readonly<People>;
  ground: Ground;
  counts: Counts;
  store: Store;
  /** The server itself goes down: then no answer is nothing strange. */
  serverDies: boolean;
}

/** Creates this many administrators and signs them in. */
export async function signedIn(url: string, store: Store, count: number): Promise<People> {
  return withQuery(store, async (query) => {
    const enter = async () => {
      const person = personAt(url, await addUser(query, { role: 'admin' }));
      await person.signIn();
      return person;
    };
    const people: People = [await enter()];
    while (people.length < count) people.push(await enter());
    return people;
  });
}

/** Everyone writes during some work; each write is sent once. */
export async function workOn(
  crew: Crew,
  name: string,
  during: () => Promise<unknown>,
): Promise<Done[]> {
  let isOver = false;
  const working = crew.people.map(async (person, at) => {
    const done: Done[] = [];
    for (let count = 0; !isOver; count += 1) {
      const write = nextWrite(crew.ground, `${name}-${at}-${count}`);
      if (write.kind === 'mail') crew.counts.mailsExpected += 1;
      const isAcknowledged = await isDone(crew, person, write);
      done.push({ write, person, isAcknowledged });
      if (!isAcknowledged) await sleep(breathMs);
    }
    return done;
  });
  await during().finally(() => {
    isOver = true;
  });
  return (await Promise.all(working)).flat();
}

/** What a person does whose form had no answer: sends it again, with the key that it had. */
export async function repeatAll(crew: Crew, done: readonly Done[]): Promise<Done[]> {
  const again: Done[] = [];
  for (const { write, person } of done.filter((each) => !each.isAcknowledged)) {
    crew.counts.repeated += 1;
    again.push({ write, person, isAcknowledged: await isDone(crew, person, write) });
  }
  return again;
}

/** True where the answer says that it was done. */
async function isDone(
  { counts, store, serverDies }: Crew,
  person: Person,
  write: Write,
): Promise<boolean> {
  const response = await write.send(person, store).catch(() => null);
  if (response === null) {
    if (!serverDies) countStrange(counts, write, 'no answer');
    return false;
  }
  const { status, body } = response;
  if (status === 200 || status === 201) {
    counts.acknowledged += 1;
    // An answer that came before that of the mail server says that the mail is queued.
    const isMailed = dataIn<{ mail_status?: string }>(response).mail_status === 'accepted';
    if (write.kind === 'mail' && isMailed) counts.mailsAcknowledged += 1;
    return true;
  }
  if (isExpectedRefusal(response, write)) counts.refused += 1;
  else countStrange(counts, write, `${status} ${body.toString().slice(0, 200)}`);
  if (status === 401) await person.signIn().catch(() => undefined);
  return false;
}

function countStrange(counts: Counts, { kind, key }: Write, what: string): void {
  counts.strange += 1;
  printLine(`strange: ${kind} ${key} ${what}`);
}

function isExpectedRefusal({ status, body }: RawResponse, { kind }: Write): boolean {
  type Refusal = { code?: string; error?: string };
  const { code = '', error = '' } = JSON.parse(body.toString()) as Refusal;
  if (error === '') return false;
  if (status === 503 || status === 507) return true;
  // A mail whose outcome no one knows is not sent again, and a server that refuses it says so.
  if (kind === 'mail' && (status === 409 || status === 502)) return true;
  // The first decision, whose answer did not arrive; or the clock has jumped past the last day.
  if (kind === 'accept' && /quotation\.(?:decided|expired)/.test(code)) return true;
  // Taken back already, and the answer did not arrive.
  if (kind === 'takeBack' && status === 409 && code.startsWith('goods_receipt.')) return true;
  return status === 401 && code === 'auth.not_signed_in';
}

/** Waits until someone's writes go again; throws where they do not by themselves. */
export async function untilWritten({ people: [person] }: Crew, name: string): Promise<void> {
  let count = 0;
  const write = async () => {
    count += 1;
    const body = { company_name: `${name} ${count}`, contact_person: 'Meera Kulkarni' };
    const options = { timeoutMs: hangsAfterMs };
    const { status } = await person.askJson('POST', '/leads', body, options);
    if (status === 401) await person.signIn();
    return status === 201;
  };
  await until('writes again', write, backWithinSeconds);
}

/** Every acknowledged write is there once, none twice, and `verify` finds nothing. */
export async function look(store: Store, done: readonly Done[], counts: Counts): Promise<void> {
  const written = done.filter(({ write }) => write.kind !== 'mail');
  const writes = new Map(written.map(({ write }) => [write.key, write]));
  const found = await withQuery(store, (query) => countDone(query, [...writes.keys()]));
  const acknowledged = written.filter((each) => each.isAcknowledged).map(({ write }) => write.key);
  for (const key of new Set(acknowledged)) {
    if (found.has(key)) continue;
    counts.lost += 1;
    printLine(`lost: ${writes.get(key)?.kind} ${key}`);
  }
  for (const [key, times] of found) {
    if (times === 1) continue;
    counts.doubled += 1;
    printLine(`${times} times: ${writes.get(key)?.kind} ${key}`);
  }
  counts.broken += await brokenInvariants(store);
}

/** How many checks of `npm run verify` do not hold. */
export async function brokenInvariants({ environment }: Store): Promise<number> {
  const child = spawn(process.execPath, ['dist/server/maintain.js', 'verify'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const wrong = output.split('\n').filter((line) => line.startsWith('FAILED'));
  for (const line of wrong) printLine(line);
  if (wrong.length === 0 && child.exitCode !== 0) throw new Error(`verify failed:\n${output}`);
  return wrong.length;
}
