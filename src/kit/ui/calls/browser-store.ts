/** Whose entries: the installation's id (`SessionUser.installation`), and the person's. */
export interface StoreOwner {
  installation: string;
  person: number;
}

const table = 'entries';
const keyOf = ({ installation, person }: StoreOwner, key: string) => [installation, person, key];
// An array sorts behind every text.
const boundsOf = ({ installation, person }: StoreOwner) =>
  [
    [installation, person],
    [installation, person, []],
  ] as const;
const rangeOf = (owner: StoreOwner) => IDBKeyRange.bound(...boundsOf(owner));

/**
 * What this browser keeps of each person beyond a reload (docs/decisions/0052-waiting-changes.md). A browser without
 * storage, or that loses it, gives nothing and keeps nothing: no call throws.
 */
export class BrowserStore<Value> {
  readonly #name: string;
  #opened: Promise<IDBDatabase | null> | null = null;

  constructor(database: string) {
    this.#name = database;
  }

  async isThere(): Promise<boolean> {
    return (await this.#database()) !== null;
  }

  async get(owner: StoreOwner, key: string): Promise<Value | null> {
    const found = await this.#run('readonly', (all) => all.get(keyOf(owner, key)));
    return (found?.result as Value | undefined) ?? null;
  }

  /** All entries of one person, by key. */
  async all(owner: StoreOwner): Promise<readonly { key: string; value: Value }[]> {
    const keys: string[] = [];
    const found = await this.#run('readonly', (all) => {
      const request = all.getAllKeys(rangeOf(owner));
      request.onsuccess = () => keys.push(...request.result.map((key) => lastOf(key)));
      return all.getAll(rangeOf(owner));
    });
    const values = (found?.result ?? []) as Value[];
    return values.map((value, index) => ({ key: keys[index] ?? '', value }));
  }

  async keys(owner: StoreOwner): Promise<readonly string[]> {
    const found = await this.#run('readonly', (all) => all.getAllKeys(rangeOf(owner)));
    return (found?.result ?? []).map(lastOf);
  }

  /** False where it could not be kept. */
  async put(owner: StoreOwner, key: string, value: Value): Promise<boolean> {
    return (await this.#run('readwrite', (all) => all.put(value, keyOf(owner, key)))) !== null;
  }

  async delete(owner: StoreOwner, key: string): Promise<void> {
    await this.#run('readwrite', (all) => all.delete(keyOf(owner, key)));
  }

  async clear(owner: StoreOwner): Promise<void> {
    await this.#run('readwrite', (all) => all.delete(rangeOf(owner)));
  }

  /** Drops everything of everyone else; of all where `owner` is null. */
  async clearOthers(owner: StoreOwner | null): Promise<void> {
    await this.#run('readwrite', (all) => {
      if (!owner) return all.clear();
      const [lower, upper] = boundsOf(owner);
      all.delete(IDBKeyRange.upperBound(lower, true));
      return all.delete(IDBKeyRange.lowerBound(upper, true));
    });
  }

  /** Drops what is over, regardless of the user. */
  async end(isOver: (value: Value) => boolean): Promise<void> {
    await this.#run('readwrite', (all) => {
      const request = all.openCursor();
      request.onsuccess = () => {
        const cursor = request.result;
        if (cursor && isOver(cursor.value as Value)) cursor.delete();
        cursor?.continue();
      };
      return request;
    });
  }

  async #run<T>(
    mode: IDBTransactionMode,
    ask: (all: IDBObjectStore) => IDBRequest<T>,
  ): Promise<{ result: T } | null> {
    const database = await this.#database();
    if (!database) return null;
    try {
      const transaction = database.transaction(table, mode);
      const request = ask(transaction.objectStore(table));
      return await new Promise((done) => {
        transaction.oncomplete = () => done({ result: request.result });
        transaction.onabort = () => done(null);
      });
    } catch {
      return null;
    }
  }

  #database(): Promise<IDBDatabase | null> {
    this.#opened ??= open(this.#name, () => {
      this.#opened = null;
    });
    return this.#opened;
  }
}

function lastOf(key: IDBValidKey): string {
  return Array.isArray(key) ? String(key.at(-1)) : '';
}

function open(name: string, lost: () => void): Promise<IDBDatabase | null> {
  return new Promise((done) => {
    try {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => void request.result.createObjectStore(table);
      request.onerror = () => done(null);
      request.onsuccess = () => {
        const database = request.result;
        database.onclose = lost;
        database.onversionchange = () => {
          database.close();
          lost();
        };
        done(database);
      };
    } catch {
      // No IndexedDB here, or none that this page may use.
      done(null);
    }
  });
}
