import { Slices } from '~/kit/ui/hooks/slices';
import { BrowserStore, type StoreOwner } from '~/kit/ui/calls/browser-store';
import { ListBytes } from './list-bytes';
import { type Identified, tooLong } from './list-rows';
import { leaving, mostBytes, type Use } from './list-storing';
import { storedLists } from '~/kit/ui/calls/query-client';
import { type ReadingCallbacks, readInSlices } from './row-slices';

/** The user whose lists a browser keeps; other rights mean another cache. */
export interface ListScope {
  owner: StoreOwner;
  /** The current workspace, whose lists are kept; lists outside of workspaces ignore it. */
  workspace: string;
}

export interface RestoredList<Row> {
  /** Or `tooLong`. */
  rows: readonly Row[];
  cursor: string | null;
  /** When it was written, in milliseconds. */
  at: number;
}

interface StoredList {
  cursor: string;
  at: number;
  /** None of a list that is too long to be loaded whole. */
  bytes: Blob;
}

const lists = new BrowserStore<StoredList>(storedLists.lists);
const uses = new BrowserStore<Use>(storedLists.uses);
const longestWaitMs = 3000;
const rowsAtOnce = 100;

let scopeNow: () => ListScope | null = () => null;

/** Sets whose lists are kept; null while no one is known (docs/product/screens.md#second-visit). */
export function keepListsOf(scope: () => ListScope | null): void {
  scopeNow = scope;
  // Opened besides what else a page begins with.
  void lists.isThere();
}

let wipedFor: string | null = null;

/** Drops what was kept of everyone else, and of this person with other rights. */
export async function wipeOtherLists(): Promise<void> {
  const owner = scopeNow()?.owner;
  if (!owner || wipedFor === JSON.stringify(owner)) return;
  wipedFor = JSON.stringify(owner);
  await Promise.all([lists.clearOthers(owner), uses.clearOthers(owner)]);
}

/** One list as this browser keeps it beyond the page. Without storage it is always empty. */
export class ListShelf<Row extends Identified> {
  readonly #list: { path: string; unscoped: boolean };

  constructor(list: { path: string; unscoped: boolean }) {
    this.#list = list;
  }

  /** The list as it was when it was kept; `began` is called with its first rows before. */
  async read(began: NonNullable<ReadingCallbacks['began']>): Promise<RestoredList<Row> | null> {
    const location = this.#location();
    const found = location && (await inTime(lists.get(location.owner, location.key)));
    void wipeOtherLists();
    if (!found) return null;
    try {
      const { bytes, cursor, at } = found;
      if (bytes.size === 0) return { rows: tooLong, cursor: null, at };
      const response = await readInSlices(bytes.stream(), { began });
      void uses.put(location.owner, location.key, { size: bytes.size, at: Date.now() });
      return { rows: rowsOf<Row>(response), cursor, at };
    } catch {
      await this.drop();
      return null;
    }
  }

  /** Keeps a whole list as the server wrote it. */
  async keep(bytes: Blob, cursor: string): Promise<void> {
    const location = this.#location();
    if (!location) return;
    const { owner, key } = location;
    const stored = await uses.all(owner);
    const taken = stored.reduce((sum, { value }) => sum + value.size, 0);
    const most = mostBytes(await storageEstimate(), taken);
    const out = leaving(stored, { key, size: bytes.size, most }) ?? [key];
    for (const each of out) await dropped(owner, each);
    if (out.includes(key) || this.#location()?.id !== location.id) return;
    const at = Date.now();
    const isStored = await lists.put(owner, key, { cursor, at, bytes });
    if (isStored) await uses.put(owner, key, { size: bytes.size, at });
  }

  /** Keeps rows as they are at a cursor, written in slices. */
  async keepRows(rows: readonly Row[], cursor: string): Promise<void> {
    if (this.#location()) await this.keep(await bytesOf(rows), cursor);
  }

  /** Keeps that the list is too long, so that the next visit asks for its first rows at once. */
  keepTooLong(): Promise<void> {
    return this.keep(new Blob(), '');
  }

  async drop(): Promise<void> {
    const location = this.#location();
    if (location) await dropped(location.owner, location.key);
  }

  #location(): { owner: StoreOwner; key: string; id: string } | null {
    const scope = scopeNow();
    if (!scope) return null;
    const { path, unscoped } = this.#list;
    const key = unscoped ? path : `${path} ${scope.workspace}`;
    return { owner: scope.owner, key, id: JSON.stringify([scope.owner, key]) };
  }
}

async function dropped(owner: StoreOwner, key: string): Promise<void> {
  await lists.delete(owner, key);
  await uses.delete(owner, key);
}

// A browser's storage may not respond; the server answers all the same.
function inTime<T>(work: Promise<T>): Promise<T | null> {
  return Promise.race([
    work,
    new Promise<null>((done) => setTimeout(() => done(null), longestWaitMs)),
  ]);
}

async function storageEstimate(): Promise<StorageEstimate> {
  // Plain http on another host has no such question.
  if (!('storage' in navigator)) return {};
  return navigator.storage.estimate().catch(() => ({}));
}

function rowsOf<Row>(response: unknown): readonly Row[] {
  const { data } = response as { data: readonly Row[] | { rows: readonly Row[] } };
  return 'rows' in data ? data.rows : data;
}

async function bytesOf(rows: readonly object[]): Promise<Blob> {
  const slices = new Slices();
  const bytes = new ListBytes();
  bytes.add('{"success":true,"data":[');
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const texts = rows.slice(at, at + rowsAtOnce).map((row) => JSON.stringify(row));
    bytes.add(`${at === 0 ? '\n' : '\n,'}${texts.join('\n,')}`);
    if (slices.isOver) await slices.next();
  }
  bytes.add('\n]}');
  return bytes.whole();
}
