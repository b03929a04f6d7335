import { flatCustom } from '~/kit/shared/fields/custom';
import type { Field, Fields } from '~/kit/shared/fields/fields';
import type { FieldChange, HistoryItem } from '~/kit/shared/history';

export type Values = Record<string, unknown>;

export interface LogEntry {
  at: string;
  transaction_id: number;
  actor: string;
  action: 'created' | 'updated' | 'deleted';
  /** The table of the part of the record that changed; null for the record itself. */
  part: string | null;
  together: number | null;
  before: Values | Values[] | null;
  after: Values | Values[] | null;
}

/** What belongs to a record, such as the lines of an order: shown as one field. */
export interface LinesField {
  table: string;
  field: string;
  label: string;
  columns: readonly string[];
}

export type Lines = ReadonlyMap<unknown, Values>;

const unshown = new Set(['id', 'created_at', 'updated_at', 'created_by', 'created_by_name']);

export function ownFields(fields: Fields): [string, Field][] {
  return Object.entries(fields).filter(([, field]) => !field.derived);
}

export function wireValue(field: Field | undefined, value: unknown): unknown {
  if (field?.kind !== 'instant' || typeof value !== 'string') return value ?? null;
  return new Date(value).toISOString();
}

export function linesBefore(lines: Lines, { action, before, after }: LogEntry): Lines {
  const result = new Map(lines);
  if (action === 'created') for (const line of rowsOf(after)) result.delete(line['id']);
  else
    for (const line of rowsOf(before)) {
      const existing = action === 'updated' ? result.get(line['id']) : undefined;
      result.set(line['id'], { ...existing, ...line });
    }
  return result;
}

export function shownLines(lines: Lines, columns: readonly string[]): Values[] {
  return [...lines.values()]
    .sort((one, other) => Number(one['position']) - Number(other['position']))
    .map((line) => Object.fromEntries(columns.map((name) => [name, line[name] ?? null])));
}

/**
 * The changes of a record from its entries, newest first, and its lines as they are now: one item a transaction, each field
 * with its net change. What changed no field that is shown is left out.
 */
export function historyOf(
  entries: readonly LogEntry[],
  { fields, lines = [] }: { fields: Fields; lines?: readonly (LinesField & { now: Lines })[] },
): HistoryItem[] {
  const current = new Map(lines.map(({ table, now }) => [table, now]));
  const items: HistoryItem[] = [];
  for (const group of byTransaction(entries)) {
    const [first] = group;
    if (!first) continue;
    const own = group.filter(({ part }) => part === null);
    const changes = fieldChanges(own, fields);
    for (const each of lines) {
      const after = current.get(each.table) ?? each.now;
      const before = group.filter(({ part }) => part === each.table).reduce(linesBefore, after);
      current.set(each.table, before);
      changes.push(...lineChanges(each, { before, after }));
    }
    const action = own.some((entry) => entry.action === 'created') ? 'created' : 'updated';
    const { at, actor } = first;
    const together = own.find((entry) => entry.together !== null)?.together ?? null;
    if (changes.length > 0 || action === 'created' || together !== null)
      items.push({ at: new Date(at).toISOString(), actor, action, together, changes });
  }
  return items;
}

function byTransaction(entries: readonly LogEntry[]): LogEntry[][] {
  const groups: LogEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.[0]?.transaction_id === entry.transaction_id) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function fieldChanges(entries: readonly LogEntry[], fields: Fields): FieldChange[] {
  const newest: Values = {};
  const oldest: Values = {};
  for (const { before, after, together } of entries) {
    if (together !== null) continue;
    for (const [name, value] of Object.entries(after ?? {})) {
      if (!(name in newest)) newest[name] = value;
      oldest[name] = (before as Values | null)?.[name];
    }
  }
  return ownFields(fields).flatMap(([name, field]) => {
    if (unshown.has(name) || !(name in newest)) return [];
    if (field.kind === 'custom') return customChanges(oldest[name], newest[name]);
    const [before, after] = [wireValue(field, oldest[name]), wireValue(field, newest[name])];
    return before === after ? [] : [{ field: name, label: field.label, before, after }];
  });
}

/** A change for each of the company's own fields; who reads them knows the labels. */
function customChanges(oldest: unknown, newest: unknown): FieldChange[] {
  const [was, is] = [oldest, newest].map((side) => flatCustom((side ?? {}) as Values));
  const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])];
  return names.flatMap((name) => {
    const [before, after] = [was?.[name] ?? null, is?.[name] ?? null];
    return before === after ? [] : [{ field: name, label: name, before, after }];
  });
}

/** Lines that are there on both sides are left out, regardless of their ids: a document's are often written again. */
function lineChanges(
  { field, label, columns }: LinesField,
  sides: { before: Lines; after: Lines },
): FieldChange[] {
  const before = shownLines(sides.before, columns);
  const after: Values[] = [];
  for (const line of shownLines(sides.after, columns)) {
    const same = before.findIndex((each) => JSON.stringify(each) === JSON.stringify(line));
    if (same < 0) after.push(line);
    else before.splice(same, 1);
  }
  return before.length + after.length === 0 ? [] : [{ field, label, before, after }];
}

function rowsOf(side: LogEntry['before']): Values[] {
  return Array.isArray(side) ? side : [];
}
