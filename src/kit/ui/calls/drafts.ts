import { BrowserStore, type StoreOwner } from './browser-store';

/** What was typed into a form and not saved: the parts that differ from how it opened. */
export interface Draft {
  parts: Readonly<Record<string, unknown>>;
  /** The version of the record that the form was opened with. */
  version: string | null;
  /** The last body that was sent, with its idempotency key: the server may have taken it. */
  sent: { text: string; key: string } | null;
  /** In ms. */
  since: number;
}

const storedMs = 14 * 24 * 3600_000;
const mostDrafts = 50;
const longestDraft = 200_000;

/** The drafts of one person's forms in this browser (docs/product/screens.md#without-a-connection). */
class Drafts {
  readonly #store = new BrowserStore<Draft>('manufacturing-crm-drafts');
  #owner: StoreOwner | null = null;
  #canKeep = false;
  #opened: (() => void)[] = [];

  /** Whether a draft outlives its page. */
  get canKeep(): boolean {
    return this.#canKeep && this.#owner !== null;
  }

  open(owner: StoreOwner): void {
    this.#owner = owner;
    for (const resolve of this.#opened.splice(0)) resolve();
    void this.#store.isThere().then((isThere) => {
      this.#canKeep = isThere;
    });
    void this.#store.end(({ since }) => since < Date.now() - storedMs);
  }

  close(): void {
    this.#owner = null;
  }

  async get(key: string): Promise<Draft | null> {
    // A form may open before it is known whose it is.
    if (!this.#owner) await new Promise<void>((resolve) => this.#opened.push(resolve));
    return this.#owner && this.#store.get(this.#owner, key);
  }

  async put(key: string, draft: Draft): Promise<void> {
    const owner = this.#owner;
    if (!owner || JSON.stringify(draft).length > longestDraft) return;
    await this.#store.put(owner, key, draft);
    const all = await this.#store.all(owner);
    const surplus = all.toSorted((a, b) => b.value.since - a.value.since).slice(mostDrafts);
    for (const each of surplus) await this.#store.delete(owner, each.key);
  }

  async end(key: string): Promise<void> {
    if (this.#owner) await this.#store.delete(this.#owner, key);
  }

  async clear(): Promise<void> {
    if (this.#owner) await this.#store.clear(this.#owner);
  }
}

export const drafts = new Drafts();
