import { type Draft, drafts } from '~/kit/ui/calls/drafts';
import { type Sent, SendKeys } from './useSendKey';

type CanKeep = (name: string, value: unknown) => boolean;

/** Whose draft a form's is: the kind of form and its record. */
export interface DraftLocation {
  key: string;
  version: string | null;
  /** False for what must never be stored. */
  canKeep?: CanKeep | undefined;
}

export interface RestoredDraft {
  /** In ms. */
  since: number;
  /** The record is not the version that the draft was typed on. */
  isOutdated: boolean;
}

/** The form as a draft sees it. */
export interface Drafted<Values> {
  getValues: () => Values;
  getBaseline: () => Values;
  setValues: (next: (now: Values) => Values) => void;
  isSame: (one: Values, other: Values) => boolean;
}

const restMs = 250;

/** Keeps what is typed into one opened form in this browser until it is saved or given up. */
export class FormDraft<Values extends object> {
  readonly keys = new SendKeys();
  #form: Drafted<Values> | null = null;
  #location: DraftLocation | undefined;
  #isRead = false;
  /** As it is stored; its version stays that on which it was begun. */
  #existing: Draft | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  follow(form: Drafted<Values>, location: DraftLocation | undefined): void {
    this.#form = form;
    this.#location = location;
  }

  /** Whether what is typed outlives the page. */
  get isStored(): boolean {
    return this.#location !== undefined && drafts.canKeep;
  }

  /** Brings back what was typed before, unless something is typed already. */
  async restore(): Promise<RestoredDraft | null> {
    const [location, form] = [this.#location, this.#form];
    if (!location || !form) return null;
    const found = await drafts.get(location.key);
    this.#isRead = true;
    if (!found || !isAsOpened(form)) return null;
    this.#existing = found;
    this.keys.last = found.sent;
    form.setValues((values) => withParts(values, found.parts, location.canKeep ?? always));
    if (isAsOpened(form)) return null;
    return { since: found.since, isOutdated: found.version !== location.version };
  }

  changed(): void {
    if (this.#isRead) this.#timer ??= setTimeout(() => this.keep(), restMs);
  }

  flush(): void {
    if (this.#timer !== undefined) this.keep();
  }

  keep(): void {
    this.#rest();
    const [location, form] = [this.#location, this.#form];
    if (!location || !form) return;
    if (isAsOpened(form)) return void drafts.end(location.key);
    const { canKeep = always, version } = location;
    const values = form.getValues();
    const parts = changedParts(values, form.getBaseline(), canKeep);
    // What was sent holds every value: it is kept only where each of them may be.
    const isOpen = Object.entries(values).every(([name, value]) => canKeep(name, value));
    const content = { parts, sent: isOpen ? this.keys.last : null };
    if (isAlike(content, this.#existing)) return;
    const started = this.#existing ? this.#existing.version : version;
    this.#existing = { ...content, version: started, since: Date.now() };
    void drafts.put(location.key, this.#existing);
  }

  /** Deletes the draft: it was saved, or given up. */
  end(): void {
    this.#rest();
    this.#existing = null;
    if (this.#location) void drafts.end(this.#location.key);
  }

  /** Takes back what was restored and typed since. */
  discard(): void {
    const form = this.#form;
    form?.setValues(() => form.getBaseline());
    this.keys.last = null;
    this.end();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

const always: CanKeep = () => true;

function isAsOpened<Values>({ isSame, getValues, getBaseline }: Drafted<Values>): boolean {
  return isSame(getValues(), getBaseline());
}

function isAlike(content: { parts: object; sent: Sent | null }, existing: Draft | null): boolean {
  if (Object.keys(content.parts).length === 0) return true;
  const { parts, sent } = existing ?? {};
  return JSON.stringify(content) === JSON.stringify({ parts, sent });
}

/** The typed parts of a form: those that differ from how it opened. */
export function changedParts(values: object, baseline: object, canKeep: CanKeep): Draft['parts'] {
  const before = baseline as Draft['parts'];
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(before[name]) && canKeep(name, value),
    ),
  );
}

/** A form with the parts typed before; those that it no longer has are left out. */
export function withParts<Form>(values: Form, parts: Draft['parts'], canKeep: CanKeep): Form {
  if (typeof values !== 'object' || values === null) return values;
  const existing = Object.entries(parts).filter(
    ([name, value]) => name in values && canKeep(name, value),
  );
  return { ...values, ...Object.fromEntries(existing) };
}
