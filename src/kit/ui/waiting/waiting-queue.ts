import { Listeners } from '~/kit/ui/hooks/listeners';
import { BrowserStore, type StoreOwner } from '~/kit/ui/calls/browser-store';
import {
  afterDone,
  inOrder,
  joined,
  keyOf,
  mostWaiting,
  type NewChange,
  type Queue,
  type Row,
  type WaitingChange,
} from './waiting-change';

const storedMs = 14 * 24 * 3600_000;
const none: Queue = [];

interface QueueCallbacks {
  now: () => number;
  /** Tells the other tabs of this browser. */
  notify: () => void;
}

/**
 * The changes of one person that wait in this browser, in their order (docs/product/screens.md#without-a-connection). All
 * tabs share what is stored; what cannot be stored lives as long as its tab.
 */
export class WaitingQueue {
  readonly #store = new BrowserStore<WaitingChange>('manufacturing-crm-waiting');
  readonly #callbacks: QueueCallbacks;
  readonly #listeners = new Listeners();
  #owner: StoreOwner | null = null;
  #all: Queue = none;
  #byList: ReadonlyMap<string, Queue> = new Map();
  #unstored = new Set<string>();
  #turn = 0;

  constructor(callbacks: QueueCallbacks) {
    this.#callbacks = callbacks;
  }

  get owner(): StoreOwner | null {
    return this.#owner;
  }

  readonly all = (): Queue => this.#all;

  readonly of = (list: string): Queue => this.#byList.get(list) ?? none;

  /** Whether something is to be sent before anything else. */
  get isBehind(): boolean {
    return this.#all.some(({ stuck: blocked }) => blocked === null);
  }

  /** Whether a change must wait for others: for all that are to be sent, and for one of the same field. */
  goesBefore(change: Pick<WaitingChange, 'list' | 'record' | 'field'>): boolean {
    return this.isBehind || this.#all.some((each) => keyOf(each) === keyOf(change));
  }

  /** Whether something would be lost with this page. */
  get isFleeting(): boolean {
    return this.#unstored.size > 0;
  }

  readonly subscribe = this.#listeners.listen;

  /** Gives how many changes waited for too long and were dropped. */
  async open(owner: StoreOwner): Promise<number> {
    this.close();
    this.#owner = owner;
    const before = this.#callbacks.now() - storedMs;
    const tooOld = (await this.#store.all(owner)).filter(({ value }) => value.since < before);
    await this.#store.end(({ since }) => since < before);
    await this.read();
    return tooOld.length;
  }

  /** Leaves what is stored to its owner. */
  close(): void {
    this.#owner = null;
    this.#unstored = new Set();
    this.#show(none);
  }

  async read(): Promise<void> {
    const owner = this.#owner;
    if (!owner) return;
    const turn = this.#turn;
    const stored = await this.#store.all(owner);
    if (this.#owner !== owner) return;
    // What was read may be from before what was written in the meantime.
    if (this.#turn !== turn) return this.read();
    const own = this.#all.filter((change) => this.#unstored.has(keyOf(change)));
    const saved = stored.map(({ value }) => sameChange(this.#all, value));
    const all = new Map([...saved, ...own].map((change) => [keyOf(change), change]));
    this.#show(inOrder(all.values()));
  }

  /** Throws where too many wait already. */
  add(change: NewChange): void {
    const stored = joined(this.#all, change, this.#callbacks.now());
    const others = this.#all.filter((each) => keyOf(each) !== keyOf(stored));
    if (others.length >= mostWaiting) {
      throw new Error(
        `${mostWaiting} changes are already waiting. Save this one when you are back online.`,
      );
    }
    this.#become([...others, stored]);
  }

  /** Replaces the former state of a change, unless that is gone. */
  replace(change: WaitingChange): void {
    this.#become(this.#all.map((each) => (keyOf(each) === keyOf(change) ? change : each)));
  }

  done(sent: WaitingChange, row: Row): void {
    this.#become(afterDone(this.#all, sent, row));
  }

  discard(change: WaitingChange): void {
    this.#become(this.#all.filter((each) => keyOf(each) !== keyOf(change)));
  }

  async clear(): Promise<void> {
    const owner = this.#owner;
    this.#turn += 1;
    this.#unstored = new Set();
    this.#show(none);
    if (owner) await this.#store.clear(owner);
    this.#callbacks.notify();
  }

  #become(next: Queue): void {
    const owner = this.#owner;
    if (!owner) return;
    this.#turn += 1;
    const before = new Map(this.#all.map((change) => [keyOf(change), change]));
    const writes: Promise<void>[] = [];
    for (const change of next) {
      if (before.get(keyOf(change)) !== change) writes.push(this.#keep(owner, change));
      before.delete(keyOf(change));
    }
    for (const key of before.keys()) {
      this.#unstored.delete(key);
      writes.push(this.#store.delete(owner, key));
    }
    this.#show(inOrder(next));
    void Promise.all(writes).then(() => this.#callbacks.notify());
  }

  async #keep(owner: StoreOwner, change: WaitingChange): Promise<void> {
    const key = keyOf(change);
    this.#unstored.add(key);
    if (await this.#store.put(owner, key, change)) this.#unstored.delete(key);
  }

  #show(all: Queue): void {
    this.#all = all;
    const groups = new Map<string, WaitingChange[]>();
    for (const change of all) {
      const group = groups.get(change.list);
      if (group) group.push(change);
      else groups.set(change.list, [change]);
    }
    this.#byList = new Map(
      [...groups].map(([list, changes]) => {
        const before = this.of(list);
        const isSame =
          before.length === changes.length && changes.every((each, at) => each === before[at]);
        return [list, isSame ? before : changes];
      }),
    );
    this.#listeners.notify();
  }
}

/** The same object where nothing about it changed, so that its row is not drawn again. */
function sameChange(queue: Queue, change: WaitingChange): WaitingChange {
  const same = queue.find((each) => keyOf(each) === keyOf(change));
  return same && JSON.stringify(same) === JSON.stringify(change) ? same : change;
}
