import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Db } from '~/kit/server/database/db';
import { inTransaction, systemAt, type Transaction } from '~/kit/server/database/transaction';
import { type Secrets, secretsIn } from '~/kit/server/files/secrets';
import type { Api } from '~/kit/server/http/route';
import type { Job } from '~/kit/server/jobs/jobs';
import { isDelivered, nextTryAt } from '../webhooks.rules';
import { bodyOf, spreadEvents } from './events.internal';
import { keepBody } from './events.queries';
import { enterAgain, gone, openSecret, tryOnce, turnOff, warnOfFailing } from './tries.internal';
import { findReady, findWork, type Outcome, storeOutcomes, type Work } from './tries.queries';
import { listSealed } from './webhooks.queries';

/** So much is sent at once: to all webhooks, and to one; of it so many later tries. */
const most = { webhooks: 128, each: 4, again: 64, againEach: 2 };
/** A first try waits for the one before it, so that they arrive in order; for a slow receiver no longer than this. */
const turnMs = 1000;
const lookMs = 200;
const restMs = 20;

/** Sends what is due, in one copy of the server at a time (docs/product/webhooks.md#tries). */
export function sendingJob(api: Api): Job {
  const unstored: Outcome[] = [];
  let isNew = true;
  return {
    name: 'webhooks',
    everySeconds: 5,
    run: async (database, _now, signal) => {
      const run = new SendingRun(api, database, { unstored, signal });
      // What was sent and could not be noted, as with a full disk, is noted before anything else is sent.
      await run.store();
      if (isNew) await run.checkSecrets();
      isNew = false;
      await run.work();
    },
  };
}

interface Message {
  id: number;
  webhook: number;
  tries: number;
  event: string;
  url: string;
  body: string;
  secrets: readonly string[];
}

class SendingRun {
  private readonly db: Db;
  private readonly secrets: Secrets;
  private readonly unstored: Outcome[];
  private readonly broken = new AbortController();
  private readonly cut: AbortSignal;
  /** Deliveries from their start until their outcome is stored, with their webhooks. */
  private readonly busy = new Map<number, number>();
  /** The webhooks whose first tries are being sent. */
  private readonly lanes = new Set<number>();
  private readonly bodies = new Map<number, Promise<string>>();
  private working = 0;
  private wake: () => void = () => undefined;
  private storing: Promise<void> | null = null;

  constructor(
    private readonly api: Api,
    { db }: Database,
    { unstored, signal }: { unstored: Outcome[]; signal: AbortSignal | undefined },
  ) {
    this.db = db;
    this.secrets = secretsIn(api.dataDir);
    this.unstored = unstored;
    this.cut = signal ? AbortSignal.any([signal, this.broken.signal]) : this.broken.signal;
  }

  /** Works until nothing is in progress and nothing due within seconds; throws its first failure. */
  async work(): Promise<void> {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      const isMore = this.cut.aborted
        ? false
        : await this.look().catch((error) => this.fail(error));
      if (!isMore && this.working === 0) break;
      await sleep(restMs);
      await Promise.race([woken, sleep(lookMs)]);
    }
    await this.store();
    if (this.broken.signal.aborted) throw this.broken.signal.reason;
  }

  /** Starts what there is to do; gives whether there is more, or soon will be. */
  private async look(): Promise<boolean> {
    const { clock, publicUrl } = this.api;
    const now = clock.now();
    const work = await findWork(this.db, now, [...this.busy.keys()]);
    if (work.isFailing) await this.inTransaction((trx) => warnOfFailing(trx, now));
    if (work.isQueued) await spreadEvents(this.db, { publicUrl, now });
    for (const each of work.webhooks) this.start(each);
    return work.isQueued || work.isSoon || work.webhooks.length > 0;
  }

  private start({ webhook, first, again }: Work['webhooks'][number]): void {
    const inProgress = [...this.busy.values()].filter((each) => each === webhook).length;
    const isFree = inProgress < most.each && this.lanes.size < most.webhooks;
    if (first.length > 0 && isFree && !this.lanes.has(webhook)) {
      this.lanes.add(webhook);
      this.track(this.pour(first).finally(() => this.lanes.delete(webhook)));
    }
    for (const id of again.slice(0, Math.max(0, most.againEach - inProgress)))
      if (this.busy.size < most.again) this.track(this.sendAgain(id, webhook));
  }

  private track(work: Promise<unknown>): void {
    this.working += 1;
    void work
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        this.working -= 1;
        this.wake();
      });
  }

  private fail(error: unknown): false {
    if (!this.broken.signal.aborted) this.broken.abort(error);
    return false;
  }

  /** First tries of one webhook in their order. A slow receiver ends its turn early, so that others get one. */
  private async pour(ids: readonly number[]): Promise<void> {
    let next = this.prepare(ids[0]);
    for (const at of ids.keys()) {
      const message = await next;
      if (this.cut.aborted) return;
      // While this one is sent, the next is prepared.
      const sent = message ? this.send(message) : Promise.resolve(true);
      next = this.prepare(ids[at + 1]);
      next.catch(() => undefined);
      this.track(sent);
      if (!(await Promise.race([sent, sleep(turnMs, false)]))) return;
    }
  }

  private async sendAgain(id: number, webhook: number): Promise<void> {
    this.busy.set(id, webhook);
    const message = await this.prepare(id);
    if (message) await this.send(message);
    else this.busy.delete(id);
  }

  /** What a delivery sends; null where it is no longer to be sent. */
  private async prepare(id: number | undefined): Promise<Message | null> {
    if (id === undefined || this.cut.aborted) return null;
    const ready = await findReady(this.db, id, this.api.clock.now());
    if (!ready) return null;
    const { webhook_id: webhook, tries, url, event_id: event } = ready;
    const opened = [ready.secret, ready.former_secret].map((each) =>
      openSecret(this.secrets, webhook, each),
    );
    const secrets = (await Promise.all(opened)).filter((each) => each !== null);
    if (secrets.length === 0) {
      await this.turnOff(webhook, enterAgain);
      return null;
    }
    const body = ready.body ?? (await this.makeBody(ready));
    return { id, webhook, tries, event, url, body, secrets };
  }

  /** Webhooks that are sent the same event at once share the work. */
  private makeBody(event: { sequence: number; act: string }): Promise<string> {
    const { sequence } = event;
    const body =
      this.bodies.get(sequence) ??
      bodyOf(this.api, event)
        .then((text) => keepBody(this.db, sequence, text))
        .finally(() => this.bodies.delete(sequence));
    this.bodies.set(sequence, body);
    return body;
  }

  /** One try; false where its webhook is to get nothing else now. */
  private async send({ id, webhook, tries, event, ...message }: Message): Promise<boolean> {
    this.busy.set(id, webhook);
    const { attempt, pauseMs } = await tryOnce(this.api, { ...message, id: event }, this.cut);
    if (this.cut.aborted && attempt.status === null) return false;
    const isGone = attempt.status === gone;
    const options = { now: new Date(attempt.at), spread: Math.random(), pauseMs };
    const isDone = isDelivered(attempt.status);
    const next_attempt_at = isDone || isGone ? null : nextTryAt(tries + 1, options);
    const status = isDone ? 'delivered' : next_attempt_at === null ? 'failed' : 'pending';
    this.unstored.push({ id, webhook_id: webhook, status, next_attempt_at, attempt });
    const stored = this.store();
    if (!isGone) {
      this.track(stored);
      return true;
    }
    await stored;
    await this.turnOff(webhook, 'The receiver answered 410 Gone');
    return false;
  }

  /** Stores the outcomes of tries, those that come while it does with the next statement. */
  store(): Promise<void> {
    this.storing ??= this.storeAll().finally(() => {
      this.storing = null;
    });
    return this.storing;
  }

  private async storeAll(): Promise<void> {
    while (this.unstored.length > 0) {
      const outcomes = [...this.unstored];
      await storeOutcomes(this.db, outcomes);
      this.unstored.splice(0, outcomes.length);
      for (const { id } of outcomes) this.busy.delete(id);
    }
  }

  /** In a restored database secrets may be sealed with a key that is not here. */
  async checkSecrets(): Promise<void> {
    for (const { id, secret } of await listSealed(this.db))
      if ((await openSecret(this.secrets, id, secret)) === null) await this.turnOff(id, enterAgain);
  }

  private turnOff(id: number, reason: string): Promise<void> {
    const now = this.api.clock.now();
    return this.inTransaction((trx) => turnOff(trx, id, { reason, now }));
  }

  private inTransaction<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.db, work, systemAt(this.api.clock.now()));
  }
}
