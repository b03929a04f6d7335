import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Db } from '~/kit/server/database/db';
import { inTransaction, systemAt, type Transaction } from '~/kit/server/database/transaction';
import { type Secrets, secretsIn } from '~/kit/server/files/secrets';
import type { Api } from '~/kit/server/http/route';
import type { Job } from '~/kit/server/jobs/jobs';
import { isDelivered, nextTryAt } from '../webhooks.rules';
import { bodyOf, spreadEvents } from './events.internal';
import { storeBodies } from './events.queries';
import { enterAgain, gone, openSecret, tryOnce, turnOff, warnOfFailing } from './tries.internal';
import {
  findReady,
  findWork,
  type Outcome,
  type Ready,
  pullBack,
  storeOutcomes,
  type Work,
} from './tries.queries';
import { listSealed } from './webhooks.queries';

/** So much is sent at once: to all webhooks, and to one; of it so many later tries. */
const most = { webhooks: 128, each: 4, again: 64, againEach: 2 };
/** A first try waits for the one before it, so that they arrive in order; for a slow receiver no longer than this. */
const turnMs = 1000;
const lookMs = 200;
const restMs = 10;
/**
 * While acts follow each other, their people come first: events wait for a pause, so long at most, and few are sent at once;
 * more of them once some have waited for a turn so long.
 */
const pause = { ms: 150, mostMs: 800, busyMs: 500, few: 8, behindMs: 1000, most: 40 };
/** The clock was set back, and not only corrected. */
const backMs = 60_000;
/** So long are the bodies together that are made ready at once. */
const mostLength = 4_000_000;
const mostOpened = 1000;

/** Sends due deliveries, in one copy of the server at a time (docs/product/webhooks.md#tries). */
export function sendingJob(api: Api): Job {
  const memory: Memory = { unstored: [], opened: new Map(), latest: null };
  return {
    name: 'webhooks',
    everySeconds: 5,
    run: async (database, _now, signal) => {
      const run = new SendingRun(api, database, memory, signal);
      // Results that could not be stored, as with a full disk, are stored before anything else is sent.
      await run.store();
      if (memory.latest === null) await run.checkSecrets();
      await run.work();
    },
  };
}

/** What outlives a run: outcomes that are not stored yet, secrets by what they are sealed in, the last look. */
interface Memory {
  unstored: Outcome[];
  opened: Map<string, Promise<string | null>>;
  latest: Date | null;
}

interface Message {
  id: number;
  webhook: number;
  tries: number;
  /** It was never tried. */
  isFirst: boolean;
  event: string;
  url: string;
  body: string;
  secrets: readonly string[];
}

interface Chosen {
  id: number;
  isFirst: boolean;
}

const asFirst = (id: number): Chosen => ({ id, isFirst: true });

class SendingRun {
  private readonly db: Db;
  private readonly secrets: Secrets;
  private readonly broken = new AbortController();
  private readonly cut: AbortSignal;
  /** Deliveries from their start until their outcome is stored, with their webhooks. */
  private readonly busy = new Map<number, number>();
  /** The webhooks whose first tries are being sent, and those whose receivers are slow. */
  private readonly lanes = new Set<number>();
  private readonly slow = new Set<number>();
  private working = 0;
  private wake: () => void = () => undefined;
  /** The newest line of the feed at the last look, when it came, and since when the oldest waits. */
  private news: { newest: number | null; at: number; since: number } = {
    newest: null,
    at: 0,
    since: 0,
  };
  private storing: Promise<void> | null = null;
  /** Since when more waits than is sent. */
  private behindSince: number | null = null;

  constructor(
    private readonly api: Api,
    { db }: Database,
    private readonly memory: Memory,
    signal = new AbortController().signal,
  ) {
    this.db = db;
    this.secrets = secretsIn(api.dataDir);
    this.cut = AbortSignal.any([signal, this.broken.signal]);
  }

  /** Works until nothing is in progress and nothing due within seconds; throws its first failure. */
  async work(): Promise<void> {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      const isMore = this.cut.aborted
        ? false
        : await this.look().catch((error: unknown) => this.fail(error));
      if (!isMore && this.working === 0) break;
      await sleep(this.isBusy() ? pause.ms : restMs);
      if (this.news.newest === null) await Promise.race([woken, sleep(lookMs)]);
    }
    await this.store();
    if (this.broken.signal.aborted) throw this.broken.signal.reason;
  }

  /** Starts what there is to do; gives whether there is more, or soon will be. */
  private async look(): Promise<boolean> {
    const { clock, publicUrl } = this.api;
    const now = clock.now();
    const { latest } = this.memory;
    if (latest === null || now.getTime() < latest.getTime() - backMs) await pullBack(this.db, now);
    this.memory.latest = now;
    const work = await findWork(this.db, now, [...this.busy.keys()]);
    if (work.isFailing) await this.inTransaction((trx) => warnOfFailing(trx, now));
    if (this.isPause(work.newest)) await spreadEvents(this.db, { publicUrl, now });
    const share = this.isBusy() ? Math.ceil(pause.most / work.webhooks.length) : pause.most;
    const ids = this.inTurn(work.webhooks.flatMap((each) => this.chosen(each, share)));
    if (ids.length > 0) this.start(await this.prepare(ids));
    return work.newest !== null || work.isSoon || work.webhooks.length > 0;
  }

  /** Whether lines wait and none came since the last look, or the oldest has waited long enough. */
  private isPause(newest: number | null): boolean {
    const now = performance.now();
    const before = this.news;
    if (newest === null) return false;
    const since = before.newest === null ? now : before.since;
    const isOver = newest === before.newest || now - since > pause.mostMs;
    const at = newest === before.newest ? before.at : now;
    this.news = { newest: isOver ? null : newest, at, since };
    return isOver;
  }

  private isBusy(): boolean {
    return performance.now() - this.news.at < pause.busyMs;
  }

  /** Which deliveries of a webhook can be sent now: of a slow receiver one first try. */
  private chosen({ webhook, first, again }: Work['webhooks'][number], share: number): Chosen[] {
    const inProgress = [...this.busy.values()].filter((each) => each === webhook).length;
    const isFree =
      inProgress < most.each && this.lanes.size < most.webhooks && !this.lanes.has(webhook);
    const later = this.busy.size < most.again ? most.againEach - inProgress : 0;
    return [
      ...(isFree ? first.slice(0, this.slow.has(webhook) ? 1 : share) : []).map(asFirst),
      ...again.slice(0, Math.max(0, later)).map((id) => ({ id, isFirst: false })),
    ];
  }

  /** While acts follow each other some of these deliveries, those of the oldest acts, and first tries before later ones. */
  private inTurn(chosen: readonly Chosen[]): number[] {
    const now = performance.now();
    const isBehind = this.isBusy() && chosen.length > pause.few;
    this.behindSince = isBehind ? (this.behindSince ?? now) : null;
    const isCut = this.behindSince !== null && now - this.behindSince < pause.behindMs;
    const sorted = chosen.toSorted(
      (one, other) => Number(other.isFirst) - Number(one.isFirst) || one.id - other.id,
    );
    return sorted.slice(0, isCut ? pause.few : undefined).map(({ id }) => id);
  }

  private start(messages: readonly Message[]): void {
    const firsts = new Map<number, Message[]>();
    for (const message of messages) {
      if (message.isFirst)
        firsts.set(message.webhook, [...(firsts.get(message.webhook) ?? []), message]);
      else this.track(this.send(message));
    }
    for (const [webhook, lane] of firsts) {
      this.lanes.add(webhook);
      this.track(this.pour(webhook, lane).finally(() => this.lanes.delete(webhook)));
    }
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
  private async pour(webhook: number, messages: readonly Message[]): Promise<void> {
    this.slow.delete(webhook);
    for (const message of messages) {
      if (this.cut.aborted) return;
      const sent = this.send(message);
      this.track(sent);
      const outcome = await Promise.race([sent, sleep(turnMs, 'slow' as const)]);
      if (outcome === 'slow') this.slow.add(webhook);
      if (outcome !== 'sent') return;
    }
  }

  /** What deliveries send, in this order, without those that are no longer to be sent. */
  private async prepare(ids: readonly number[]): Promise<Message[]> {
    const ready = await findReady(this.db, ids, this.api.clock.now());
    const bodies = await this.bodiesOf(ready);
    const messages: Message[] = [];
    const locked = new Set<number>();
    for (const each of ready) {
      const { id, webhook_id: webhook, tries, is_first: isFirst, url, event_id: event } = each;
      const body = bodies.get(each.sequence);
      if (body === undefined || locked.has(webhook)) continue;
      const opened = [each.secret, each.former_secret].map((sealed) => this.open(webhook, sealed));
      const secrets = (await Promise.all(opened)).filter((secret) => secret !== null);
      if (secrets.length === 0) {
        locked.add(webhook);
        await this.turnOff(webhook, enterAgain);
      } else messages.push({ id, webhook, tries, isFirst, event, url, body, secrets });
    }
    return messages;
  }

  /** The bodies by event; those that no try made before are made now, as many as are not too long together. */
  private async bodiesOf(ready: readonly Ready[]): Promise<Map<number, string>> {
    const bodies = new Map<number, string>();
    const created: { sequence: number; body: string }[] = [];
    let length = 0;
    for (const { sequence, act, body: stored } of ready) {
      if (bodies.has(sequence)) continue;
      if (length > mostLength) break;
      const body = stored ?? (await bodyOf(this.api, { sequence, act }));
      if (stored === null) created.push({ sequence, body });
      bodies.set(sequence, body);
      length += body.length;
    }
    if (created.length === 0) return bodies;
    return new Map([...bodies, ...(await storeBodies(this.db, created))]);
  }

  /** One try; gives whether its webhook may get the next one. */
  private async send(message: Message): Promise<'sent' | 'ended'> {
    const { id, webhook, tries, event, url, body, secrets } = message;
    this.busy.set(id, webhook);
    const sent = { id: event, url, body, secrets };
    const { attempt, pauseMs } = await tryOnce(this.api, sent, this.cut);
    if (this.cut.aborted && attempt.status === null) return 'ended';
    const isGone = attempt.status === gone;
    const options = { now: new Date(attempt.at), spread: Math.random(), pauseMs };
    const isDone = isDelivered(attempt.status);
    const next_attempt_at = isDone || isGone ? null : nextTryAt(tries + 1, options);
    const status = isDone ? 'delivered' : next_attempt_at === null ? 'failed' : 'pending';
    this.memory.unstored.push({ id, webhook_id: webhook, status, next_attempt_at, attempt });
    const stored = this.store();
    if (!isGone) {
      this.track(stored);
      return 'sent';
    }
    await stored;
    await this.turnOff(webhook, 'The receiver answered 410 Gone');
    return 'ended';
  }

  /** Stores the outcomes of tries, those that come while it does with the next statement. */
  store(): Promise<void> {
    this.storing ??= this.storeAll().finally(() => {
      this.storing = null;
    });
    return this.storing;
  }

  private async storeAll(): Promise<void> {
    await sleep(restMs);
    while (this.memory.unstored.length > 0) {
      const outcomes = [...this.memory.unstored];
      await storeOutcomes(this.db, outcomes);
      this.memory.unstored.splice(0, outcomes.length);
      for (const { id } of outcomes) this.busy.delete(id);
    }
  }

  /** In a restored database secrets may be sealed with a key that is not here. */
  async checkSecrets(): Promise<void> {
    for (const { id, secret } of await listSealed(this.db))
      if ((await openSecret(this.secrets, id, secret)) === null) await this.turnOff(id, enterAgain);
  }

  private open(webhook: number, sealed: Buffer | null): Promise<string | null> {
    const key = sealed?.toString('base64') ?? '';
    const secret = this.memory.opened.get(key) ?? openSecret(this.secrets, webhook, sealed);
    if (this.memory.opened.size > mostOpened) this.memory.opened.clear();
    this.memory.opened.set(key, secret);
    return secret;
  }

  private turnOff(id: number, reason: string): Promise<void> {
    const now = this.api.clock.now();
    return this.inTransaction((trx) => turnOff(trx, id, { reason, now }));
  }

  private inTransaction<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.db, work, systemAt(this.api.clock.now()));
  }
}
