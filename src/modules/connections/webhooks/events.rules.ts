import type { Rights } from '~/kit/shared/access';
import { isJoined } from '~/modules/records/batches/batches.rules';
import { locationOfRecord } from '~/modules/collaboration/activity/activity.rules';
import {
  allLists,
  kinds,
  recordKinds,
  recordPathOfType,
  kindOfEntity,
  subjectOfKind,
} from '~/modules/organization/kinds/kinds.rules';

/** What happens to any record, to one that has a page, and to those of one type alone, as the feed calls it. */
const always = ['created', 'updated', 'deleted'];
const onPages = [
  'noted',
  'note changed',
  'note deleted',
  'mentioned',
  'file added',
  'file deleted',
  'step added',
  'step updated',
  'step done',
  'step reopened',
  'step deleted',
  'step due',
];
const others: Readonly<Record<string, readonly string[]>> = {
  lead: ['converted', 'merged'],
  customer: ['merged'],
  product: ['merged', 'low_stock', 'revalued'],
  quotation: [
    'sent',
    'not sent',
    'accepted',
    'declined',
    'reopened',
    'expired',
    'revised',
    'restored',
    'options taken',
    'ordered',
    'order deleted',
  ],
  order: ['closed', 'approval requested'],
  delivery: ['dispatched', 'delivered', 'cancelled'],
  invoice: ['issued', 'sent', 'not sent', 'partially paid', 'paid', 'overdue', 'cancelled'],
  credit_note: ['issued', 'sent', 'not sent', 'cancelled'],
  debit_note: ['issued', 'sent', 'not sent', 'cancelled'],
  payment: ['pending', 'processing', 'completed', 'failed', 'reversed'],
  advance: ['adjusted', 'refunded', 'cancelled'],
  receipt: ['allocated', 'refunded', 'cancelled'],
  vendor: ['merged', 'bank details changed'],
  purchase_order: ['ordered', 'sent', 'not sent', 'received', 'closed', 'cancelled'],
  goods_receipt: ['received', 'returned', 'cancelled'],
  bill: ['booked', 'partially paid', 'paid', 'overdue', 'cancelled'],
  vendor_payment: ['allocated', 'cancelled'],
  transfer: ['done', 'cancelled'],
  count: ['posted'],
};

/** The lists whose acts are events; users are none of a receiver's business. */
const eventLists = allLists.filter(({ kind }) => kind !== null);

const batchType = 'batch.completed';

/** The act in the words of event types: `partially_paid`. */
const wordOf = (action: string) => action.replaceAll(' ', '_');

interface EventType {
  type: string;
  label: string;
}

/** Every type of event with its label (docs/product/webhooks.md#events). */
export const eventTypes: readonly EventType[] = [
  ...eventLists.flatMap(({ name, type, noun }) => {
    const hasPage = recordKinds.some((kind) => kind === name);
    const actions = [...always, ...(others[type] ?? []), ...(hasPage ? onPages : [])];
    return actions.map((action) => ({
      type: `${type}.${wordOf(action)}`,
      label: `${noun}: ${action.replaceAll('_', ' ')}`,
    }));
  }),
  { type: batchType, label: 'Import or bulk change of more than 500 records: completed' },
];

/** With the patterns for all events, and for all of a type of record. */
export const eventChoices: readonly EventType[] = [
  { type: '*', label: 'All events' },
  ...eventLists.map(({ type, plural }) => ({ type: `${type}.*`, label: `${plural}: all events` })),
  ...eventTypes,
];

/** What events a webhook is sent, in words. */
export function eventTexts(patterns: readonly string[]): string {
  return patterns
    .map((pattern) => eventChoices.find(({ type }) => type === pattern)?.label ?? pattern)
    .join(', ');
}

const patterns = new Set([...eventChoices.map(({ type }) => type), 'batch.*']);

export function isEventPattern(text: string): boolean {
  return patterns.has(text);
}

/** The tables of the records that patterns are about. */
export function tablesOf(events: readonly string[]): string[] {
  const types = events.map((pattern) => pattern.split('.')[0]);
  return eventLists
    .filter(({ type }) => types.includes('*') || types.includes(type))
    .map(({ name, type }) => (type.endsWith('_note') ? 'credit_notes' : name));
}

type Values = Record<string, unknown>;

/** A line of the feed, as far as events are made of it. */
export interface Line {
  type: string;
  entity: string | null;
  action: string;
  record_id: number | null;
  record_label: string;
  user_id: number | null;
  user_name: string;
  before: Values | null;
  after: Values | null;
  workspace_id: number | null;
  created_at: string;
}

interface Actor {
  type: 'user' | 'key' | 'automation' | 'source' | 'system';
  name: string;
}

/** An event without the record, which is read at its first try. */
export interface Act {
  type: string;
  timestamp: string;
  /** The table of its record; null where it has none. */
  entity: string | null;
  workspace_id: number | null;
  /** The body, but for a record that is still to be read. */
  data: Values;
  /** Of a deleted record what it was; undefined where it is to be read. */
  record?: Values | null;
}

/** The list that a line's record is in; null for a line about no such record. */
function listOf({ type, entity }: Pick<Line, 'type' | 'entity'>) {
  if (entity === 'credit_notes') return eventLists.find((list) => list.type === type) ?? null;
  return eventLists.find(({ name }) => name === entity) ?? null;
}

/** News for people about an act that is an event itself. */
const notices = ['quotation decided', 'assigned together'];

/** The event of a line about one record; null where it is none. */
export function actOf(line: Line, publicUrl: string): Act | null {
  const { action, record_id: id, before, entity } = line;
  const list = listOf(line);
  if (!list || id === null || notices.includes(action)) return null;
  const isDeleted = action === 'deleted';
  return {
    type: `${list.type}.${wordOf(action)}`,
    timestamp: line.created_at,
    entity,
    workspace_id: line.workspace_id,
    data: {
      kind: list.name,
      id,
      label: line.record_label,
      record: null,
      changes: action === 'created' || isDeleted ? null : changesOf(line),
      actor: actorOf(line),
      url: isDeleted ? null : publicUrl + pathOf(list.type, id),
    },
    ...(isDeleted ? { record: before } : {}),
  };
}

export interface BatchCounts {
  created: number;
  updated: number;
  deleted: number;
}

/** Which batch a line completes; null for any other line. */
export function batchOf({ record_id, after }: Line): number | null {
  const id = after?.['batch_id'];
  return record_id === null && typeof id === 'number' ? id : null;
}

/** Whether a batch is one event, and not one for each of its records. */
export function isOneEvent({ action }: Line, { created, updated, deleted }: BatchCounts): boolean {
  return action === 'imported' || isJoined(created + updated + deleted);
}

export function batchAct(line: Line, batch_id: number, counts: BatchCounts): Act {
  const { entity, created_at, workspace_id } = line;
  return {
    type: batchType,
    timestamp: created_at,
    entity,
    workspace_id,
    data: { batch_id, list: entity, ...counts, actor: actorOf(line) },
    record: null,
  };
}

function changesOf({ before, after }: Line): Values | null {
  const names = Object.keys({ ...before, ...after }).filter((name) => name !== 'mentions');
  if (names.length === 0) return null;
  const valueOf = (values: Values | null, name: string) => values?.[name] ?? null;
  return Object.fromEntries(
    names.map((name) => [name, { from: valueOf(before, name), to: valueOf(after, name) }]),
  );
}

/** Those who act without being users say what they are behind their name; the ids of keys are below 0. */
const suffixes = { key: ' (API key)', source: ' (lead source)', automation: ' (automation)' };

function actorOf({ user_id, user_name: name }: Pick<Line, 'user_id' | 'user_name'>): Actor {
  if (user_id !== null && user_id > 0) return { type: 'user', name };
  const types = Object.keys(suffixes) as (keyof typeof suffixes)[];
  const type = types.find((each) => name.endsWith(suffixes[each]));
  return type ? { type, name: name.slice(0, -suffixes[type].length) } : { type: 'system', name };
}

function pathOf(type: string, id: number): string {
  const page = recordPathOfType({ type, id });
  return page ?? `${locationOfRecord({ type, id })?.path ?? ''}?view=${id}`;
}

export interface Subscription {
  events: readonly string[];
  fields: readonly string[] | null;
  workspace_id: number | null;
  /** What an API key that subscribed may read; null for a webhook of the company. */
  key: { rights: Rights; workspace_id: number | null } | null;
}

/** Whether a webhook receives an event (docs/product/webhooks.md#fields). */
export function isSubscribed(
  { events, fields, workspace_id, key }: Subscription,
  act: Act,
): boolean {
  const [kind, action] = act.type.split('.');
  if (!['*', `${kind}.*`, act.type].some((pattern) => events.includes(pattern))) return false;
  if (workspace_id !== null && !isIn(workspace_id, act)) return false;
  if (key !== null && !isReadBy(key, act)) return false;
  const changes = act.data['changes'];
  if (fields === null || action !== 'updated' || !changes) return true;
  return fields.some((name) => Object.hasOwn(changes, name));
}

/** A key reads a kind whole or not at all (docs/product/api-keys.md#rights). */
function isReadBy({ rights, workspace_id }: NonNullable<Subscription['key']>, act: Act): boolean {
  const kind = act.entity === null ? null : kindOfEntity(act.entity);
  const isRead = kind !== null && rights[subjectOfKind(kind)].read === 'all';
  return isRead && (workspace_id === null || isIn(workspace_id, act));
}

/** What belongs to no workspace is for all of them. */
function isIn(workspace: number, { entity, workspace_id }: Act): boolean {
  const kind = Object.entries(kinds).find(([name]) => name === entity)?.[1];
  return workspace_id === workspace || (kind !== undefined && kind.workspace === null);
}

/** The list of the records that a type of event is about. */
export function tableOfType(type: string): string {
  return eventLists.find((list) => list.type === type.split('.')[0])?.name ?? 'leads';
}

/** An example of each type, as receivers get it (docs/product/webhooks.md#body). */
export function sampleOf(
  type: string,
  publicUrl: string,
  { record, changed }: { record: Values; changed: string },
): Values {
  const [kind = '', action = ''] = type.split('.');
  const line: Line = {
    type: kind,
    action,
    record_id: 1,
    record_label: 'Example',
    user_id: 1,
    entity: tableOfType(type),
    user_name: 'Asha Rao',
    before: action === 'updated' ? { [changed]: null } : null,
    after: action === 'updated' ? { [changed]: record[changed] } : null,
    workspace_id: null,
    created_at: '2026-12-01T09:30:00.000Z',
  };
  const counts = { created: 0, updated: 600, deleted: 0 };
  const act =
    type === batchType
      ? batchAct(line, 1, counts)
      : actOf(
          { ...line, entity: kind.endsWith('_note') ? 'credit_notes' : line.entity },
          publicUrl,
        );
  const data = 'record' in (act?.data ?? {}) ? { ...act?.data, record } : act?.data;
  return { type, timestamp: line.created_at, sequence: 1, data };
}
