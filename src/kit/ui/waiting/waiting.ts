import { useMemo, useSyncExternalStore } from 'react';
import { toast } from '~/kit/ui/messages/toasts';
import { api, NoResponseError } from '~/kit/ui/calls/api';
import type { StoreOwner } from '~/kit/ui/calls/browser-store';
import { drafts } from '~/kit/ui/calls/drafts';
import { listFeeds } from '~/kit/ui/feeds/list-feeds';
import type { Identified } from '~/kit/ui/feeds/list-rows';
import { isReachable, onLine } from '~/kit/ui/hooks/connection';
import type { LongRows } from '~/kit/ui/feeds/long-table';
import { onForget } from '~/kit/ui/calls/query-client';
import {
  type NewChange,
  type Outcome,
  outcomeOf,
  type Queue,
  rowIn,
  type WaitingChange,
} from './waiting-change';
import { WaitingQueue } from './waiting-queue';
import { withWaiting } from './waiting-rows';
import { WaitingSender } from './waiting-sender';

const name = 'manufacturing-crm-waiting';
let channel: BroadcastChannel | null = null;
let isOwner: () => Promise<boolean> = async () => false;

export const waitingQueue = new WaitingQueue({
  now: Date.now,
  notify: () => channel?.postMessage(null),
});

const sender = new WaitingSender(waitingQueue, {
  isOwner: () => isOwner(),
  send,
  put: (list, row) => listFeeds.put(list, row),
  alone,
});

onForget(() => {
  waitingQueue.close();
  drafts.close();
});

/**
 * Brings back what waits for this person, and sends it when there is a line, until the function that it gives is called.
 * `isStill` asks the server whether this browser is still theirs.
 */
export function startWaiting(owner: StoreOwner, isStill: () => Promise<boolean>): () => void {
  isOwner = isStill;
  channel = new BroadcastChannel(name);
  channel.addEventListener('message', () => void waitingQueue.read().then(() => sender.soon()));
  drafts.open(owner);
  void waitingQueue.open(owner).then((dropped) => {
    if (dropped > 0) toast('warning', droppedMessage(dropped));
    sender.poke();
  });
  const stopLine = onLine(() => sender.poke());
  window.addEventListener('beforeunload', warn);
  return () => {
    window.removeEventListener('beforeunload', warn);
    stopLine();
    sender.stop();
    channel?.close();
    channel = null;
  };
}

/** Drops what this person typed and did not send: before a sign-out that they confirmed. */
export async function forgetTyped(): Promise<void> {
  await Promise.all([waitingQueue.clear(), drafts.clear()]);
}

export function sendWaiting(): void {
  sender.poke();
}

/**
 * Saves a change, or keeps it in this browser where the line to the server is gone, and while others wait before it. Gives
 * `waits` then; a refusal is thrown.
 */
export async function saveOrWait(
  change: Omit<NewChange, 'tried'>,
  save: () => Promise<void>,
): Promise<'saved' | 'waits'> {
  if (waitingQueue.owner && waitingQueue.goesBefore(change)) {
    waitingQueue.add({ ...change, tried: [] });
    sender.poke();
    return 'waits';
  }
  try {
    await save();
    return 'saved';
  } catch (error) {
    if (!(error instanceof NoResponseError) || (await isReachable()) || !waitingQueue.owner)
      throw error;
    waitingQueue.add({ ...change, tried: [change.value] });
    sender.soon();
    return 'waits';
  }
}

export function useWaiting(): Queue {
  return useSyncExternalStore(waitingQueue.subscribe, waitingQueue.all);
}

export function useWaitingRows<Row extends Identified>(
  list: string,
  rows: readonly Row[],
): readonly Row[] {
  const changes = useSyncExternalStore(waitingQueue.subscribe, () => waitingQueue.of(list));
  return useMemo(() => withWaiting(rows, changes), [rows, changes]);
}

/** The rows of a long list with what waits in them. */
export function useWaitingAt<Row extends Identified>(
  list: string,
  rows: LongRows<Row> | null,
): LongRows<Row> | null {
  const changes = useSyncExternalStore(waitingQueue.subscribe, () => waitingQueue.of(list));
  return useMemo(() => {
    if (!rows || changes.length === 0) return rows;
    const drawn = (row: Row | undefined) => row && withWaiting([row], changes)[0];
    return { ...rows, at: (index) => drawn(rows.at(index)) };
  }, [rows, changes]);
}

async function send(change: WaitingChange): Promise<Outcome> {
  const { call, field, value, version, record } = change;
  try {
    const row = rowIn(await api.put(call, { [field]: value, updated_at: version }), record);
    if (!row) throw new NoResponseError('The response is not a record');
    return { kind: 'done', row };
  } catch (error) {
    return outcomeOf(change, error);
  }
}

async function alone(work: () => Promise<void>): Promise<void> {
  // Plain http on another host has no Web Locks: what two tabs send twice is known by its value.
  if (!('locks' in navigator)) return work();
  await navigator.locks.request(name, work);
}

function warn(event: BeforeUnloadEvent): void {
  if (waitingQueue.isFleeting) event.preventDefault();
}

function droppedMessage(count: number): string {
  return count === 1
    ? '1 change could not be sent for 14 days and was discarded'
    : `${count} changes could not be sent for 14 days and were discarded`;
}
