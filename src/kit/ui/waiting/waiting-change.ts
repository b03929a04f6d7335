import { valueOf, withFlat } from '~/kit/shared/fields/custom';
import type { Field } from '~/kit/shared/fields/fields';
import { fieldText } from '~/kit/shared/fields/field-text';
import { mergeValues } from '~/kit/shared/fields/merge';
import { ApiError, NoResponseError } from '~/kit/ui/calls/api';

/** How a field's values are shown to people. */
export type ValueShape = Pick<Field, 'kind' | 'currency' | 'decimals' | 'choices'>;

/** A change of one field in words. */
export interface EditTexts {
  field: string;
  from: string;
  to: string;
  shape: ValueShape;
}

/** Why a change continues no more on its own: someone else's value, or the server's sentence. */
export type Blocked =
  | { kind: 'conflict'; theirs: unknown; version: string }
  | { kind: 'refused'; sentence: string };

/** One field of one record, changed while the server could not be reached (docs/product/screens.md#without-a-connection). */
export interface WaitingChange {
  list: string;
  record: number;
  field: string;
  value: unknown;
  /** The field's value, and the record's version, when the first change of it began. */
  base: unknown;
  version: string;
  /** The path of the call, which takes `{[field]: value, updated_at}`. */
  call: string;
  name: string;
  words: EditTexts;
  /** In ms. */
  since: number;
  order: number;
  /** What else of the record shows the value, such as the name of what is linked. */
  shown?: Readonly<Record<string, unknown>>;
  /** Values that were sent without an answer: the server may have taken them. */
  tried: readonly unknown[];
  stuck: Blocked | null;
}

export type NewChange = Omit<WaitingChange, 'since' | 'order' | 'stuck'>;

export type Queue = readonly WaitingChange[];

export const mostWaiting = 1000;
const mostTried = 10;

/** One change waits for each field of a record: a later one takes its place. */
export function keyOf({ list, record, field }: Pick<WaitingChange, 'list' | 'record' | 'field'>) {
  return `${list}/${record} ${field}`;
}

/** The change to keep for a new one: in the place of the one that waited, on what that began from. */
export function joined(queue: Queue, change: NewChange, now: number): WaitingChange {
  const existing = queue.find((each) => keyOf(each) === keyOf(change));
  const last = Math.max(0, ...queue.map(({ order }) => order));
  if (!existing) return { ...change, since: now, order: Math.max(now, last + 1), stuck: null };
  return {
    ...change,
    base: existing.base,
    version: existing.version,
    words: { ...change.words, from: existing.words.from },
    since: existing.since,
    order: existing.order,
    tried: withTried(existing, change.tried),
    stuck: null,
  };
}

export function withTried({ tried }: WaitingChange, values: readonly unknown[]): unknown[] {
  const added = values.filter((value) => !tried.some((each) => isSame(each, value)));
  return [...tried, ...added].slice(-mostTried);
}

export function inOrder(changes: Iterable<WaitingChange>): Queue {
  return [...changes].sort((a, b) => a.order - b.order);
}

export function nextOf(queue: Queue): WaitingChange | null {
  return queue.find(({ stuck: blocked }) => blocked === null) ?? null;
}

export interface Row extends Record<string, unknown> {
  id: number;
  updated_at: string;
}

/** What an answer means for the change that was sent; `row` is the record as the server has it. */
export type Outcome =
  | { kind: 'done'; row: Row }
  | { kind: 'again'; row: Row }
  | { kind: 'stuck'; stuck: Blocked; row: Row | null }
  | { kind: 'later' };

// With these the server has not looked at the change.
const untried = [
  'auth.not_signed_in',
  'auth.second_factor_setup_needed',
  'request.too_many',
  'server.busy',
];

export function outcomeOf(change: WaitingChange, error: unknown): Outcome {
  if (error instanceof NoResponseError) return { kind: 'later' };
  if (!(error instanceof ApiError)) throw error;
  if (error.code !== undefined && untried.includes(error.code)) return { kind: 'later' };
  const row = rowIn(error.data, change.record);
  if (error.code === 'record.changed' && row) return mergedWith(change, row);
  return { kind: 'stuck', stuck: { kind: 'refused', sentence: error.message }, row };
}

function mergedWith(change: WaitingChange, row: Row): Outcome {
  const { field, value, tried } = change;
  const theirs = valueOf(row, field);
  const isOwn = tried.some((each) => isSame(each, theirs));
  const base = isOwn ? theirs : change.base;
  const merge = mergeValues({
    base: { [field]: base },
    mine: { [field]: value },
    theirs: withFlat(row),
  });
  if (isSame(merge.values[field], theirs)) return { kind: 'done', row };
  if (merge.conflicts.length === 0) return { kind: 'again', row };
  return { kind: 'stuck', stuck: { kind: 'conflict', theirs, version: row.updated_at }, row };
}

/**
 * What is left to do after `sent` was answered: nothing of it, unless its field was changed again in the meantime. Other
 * changes of the record that began from the version that was sent continue from the one that came back.
 */
export function afterDone(queue: Queue, sent: WaitingChange, row: Row): Queue {
  return queue.flatMap((each) => {
    if (keyOf(each) === keyOf(sent)) {
      if (isSame(each.value, sent.value)) return [];
      const texts = { ...each.words, from: sent.words.to };
      const since = {
        base: valueOf(row, sent.field) ?? sent.value,
        version: row.updated_at,
        tried: [],
        stuck: null,
      };
      return [{ ...each, ...since, words: texts }];
    }
    const isBeside = each.list === sent.list && each.record === sent.record;
    if (!isBeside || each.stuck || each.version !== sent.version) return [each];
    return [{ ...each, version: row.updated_at }];
  });
}

export function rowIn(data: unknown, record: number): Row | null {
  if (typeof data !== 'object' || data === null) return null;
  const row = data as Partial<Row>;
  return row.id === record && typeof row.updated_at === 'string' ? (row as Row) : null;
}

export function isSame(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other);
}

/** The other person's value of a conflict, as people read it. */
export function theirText({ words: { shape } }: WaitingChange, theirs: unknown): string {
  return valueText(shape, theirs);
}

/** A field's value as people read it; '' for none. */
export function valueText(shape: ValueShape, value: unknown): string {
  const choice = shape.choices?.find((each) => each.value === String(value));
  // Cells never edit a moment of a day, so that any time zone gives the same text.
  return choice?.label ?? fieldText(shape, value, 'UTC');
}

/** The text next to a value that is not saved. */
export function markOf({ stuck: blocked }: WaitingChange): { text: string; isBlocked: boolean } {
  if (!blocked) return { text: 'Waiting for the connection', isBlocked: false };
  const text = blocked.kind === 'refused' ? blocked.sentence : 'Someone else changed this';
  return { text: `Not saved: ${text}`, isBlocked: true };
}

export function waitingMessage(count: number): string {
  return count === 1
    ? '1 change is waiting for the connection'
    : `${count} changes are waiting for the connection`;
}
