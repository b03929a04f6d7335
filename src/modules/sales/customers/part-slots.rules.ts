import type { FieldProblem } from '~/kit/shared/verdict';
import { type PartFormat, partColumnName } from './customer-parts.csv';
import { locationAfter, unknownParty } from './customers.rules';
import { canAddPart, canChangeDefaults, unfitDefaults } from './defaults.rules';

export type PartValues = Readonly<Record<string, unknown>>;

export interface StoredPart extends PartValues {
  readonly id: number;
  readonly updated_at: string;
}

/** What a row of a file says of one address or contact: its place in the row, and the columns that the file has. */
export interface Slot {
  position: number;
  values: PartValues;
}

export interface PartPlan {
  added: PartValues[];
  changed: { row: StoredPart; values: PartValues }[];
}

export type PlannedParts = { plan: PartPlan } | { problem: FieldProblem };

type Owner = Parameters<typeof unfitDefaults>[0];

interface Draft {
  position: number;
  row: StoredPart | null;
  values: Record<string, unknown>;
}

/**
 * What a row of a file makes of a customer's addresses or contacts, the oldest first (docs/product/customers.md#import-and-export):
 * each is the one with its label or name, else by its place, else a new one. Nothing is deleted.
 */
export function planParts(
  format: PartFormat,
  before: readonly StoredPart[],
  { slots, isGst, owner }: { slots: readonly Slot[]; isGst: boolean; owner: Owner },
): PlannedParts {
  const drafts = draftsOf(format, before, slots);
  for (const draft of drafts) {
    const problem = partProblem(format, draft, isGst);
    if (problem) return { problem: { ...problem, field: columnOf(format, draft, problem.field) } };
  }
  const problem = settleDefaults(format, before, { drafts, owner });
  if (problem) return { problem };
  const plan = planOf(format, drafts);
  const verdict = canAddPart(before.length + plan.added.length - 1);
  if (plan.added.length === 0 || verdict.ok) return { plan };
  const position = drafts.find(({ row }) => row === null)?.position ?? 1;
  const field = partColumnName(format, position, format.key);
  return { problem: { field, message: verdict.message } };
}

function columnOf(format: PartFormat, { position }: Draft, name: string): string {
  return partColumnName(format, position, name);
}

function draftsOf(
  format: PartFormat,
  before: readonly StoredPart[],
  slots: readonly Slot[],
): Draft[] {
  const free = new Set(before);
  const drafts: Draft[] = [];
  for (const { position, values } of slots) {
    if (isEmpty(format, values)) continue;
    const row = continuedBy(format, { before, free }, { position, values });
    if (row) free.delete(row);
    drafts.push({ position, row, values: { ...values } });
  }
  return drafts;
}

function isEmpty({ fields }: PartFormat, values: PartValues): boolean {
  return Object.entries(values).every(
    ([name, value]) => fields[name]?.kind === 'flag' || value === null || value === undefined,
  );
}

function continuedBy(
  { key }: PartFormat,
  { before, free }: { before: readonly StoredPart[]; free: ReadonlySet<StoredPart> },
  { position, values }: Slot,
): StoredPart | null {
  const atPosition = before[position - 1];
  if (!(key in values)) return atPosition && free.has(atPosition) ? atPosition : null;
  return [...free].find((row) => plain(row[key]) === plain(values[key])) ?? null;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value.trim().toLowerCase() : '';
}

/** What is wrong with one part; fills in the state of its GSTIN. */
function partProblem(
  { noun, key, isKeyNeeded }: PartFormat,
  { row, values }: Draft,
  isGst: boolean,
): FieldProblem | null {
  if (isKeyNeeded && row === null && !values[key])
    return { field: key, message: 'Contact name is required' };
  if (noun !== 'address') return null;
  const before = row === null ? unknownParty : locatedBy(row);
  const location = locationAfter(before, values);
  if (location.state_code !== undefined) values['state_code'] = location.state_code;
  return location.refused ?? (isGst ? location.invalid : null);
}

type Located = Parameters<typeof locationAfter>[0];

function locatedBy({ gstin, state_code, country }: StoredPart): Located {
  return { gstin, state_code, country } as Located;
}

/** Moves each default to the part that the row says it of; it cannot be unset, and a first part that fits gets it. */
function settleDefaults(
  format: PartFormat,
  before: readonly StoredPart[],
  { drafts, owner }: { drafts: Draft[]; owner: Owner },
): FieldProblem | null {
  for (const [flag, is] of Object.entries(format.defaults)) {
    const [sent, again] = drafts.filter(({ values }) => values[flag] === true);
    const holder = before.find((row) => row[flag] === true);
    const held = drafts.find(({ row }) => row !== null && row === holder);
    if (again) return { field: columnOf(format, again, flag), message: `Only one ${is}` };
    if (sent && holder && sent.row !== holder) {
      if (held) held.values[flag] = false;
      else drafts.push({ position: 0, row: holder, values: { [flag]: false } });
    } else if (holder && held) {
      const verdict = canChangeDefaults({ [flag]: is }, holder, held.values);
      if (!verdict.ok) return { field: columnOf(format, held, flag), message: verdict.message };
    } else if (!sent && !holder) {
      const first = drafts.find(
        ({ row, values }) =>
          row === null && values[flag] !== false && !unfitDefaults(owner, values).includes(flag),
      );
      if (first) first.values[flag] = true;
    }
  }
  return null;
}

function planOf({ fields }: PartFormat, drafts: readonly Draft[]): PartPlan {
  const plan: PartPlan = { added: [], changed: [] };
  const blank: [string, unknown][] = Object.entries(fields).map(([name, { kind }]) => [
    name,
    kind === 'flag' ? false : null,
  ]);
  for (const { row, values } of drafts) {
    const sent = Object.entries(values).filter(([, value]) => value !== undefined);
    if (row === null) plan.added.push(Object.fromEntries<unknown>([...blank, ...sent]));
    const other = sent.filter(([name, value]) => row !== null && row[name] !== value);
    if (row !== null && other.length > 0)
      plan.changed.push({ row, values: Object.fromEntries<unknown>(other) });
  }
  return plan;
}
