import { sql } from 'kysely';
import { z } from 'zod';
import type { CustomValues } from '~/kit/shared/fields/custom';
import type { Fields } from '~/kit/shared/fields/fields';
import { type Context, type SentCustom, type SentValues, withWrite, type Write } from './context';

import type { Db } from './db';
import { extensionPoint } from './extension-point';

export type { SentCustom, SentValues };

const mostSent = 1000;

/** `custom` in a body: an object of values by key. */
export const sentCustom = z
  .record(z.string(), z.unknown(), { error: 'custom must be an object' })
  .refine((values) => Object.keys(values).length <= mostSent, {
    error: `custom cannot have more than ${mostSent} keys`,
  });

/** A change of own fields, of whichever records are written with it. */
export type OwnChange = Omit<SentCustom, 'isTaken'>;

const origin = Symbol('the kind of records that values are from');

const proposal = Symbol('that the rules of what a person makes hold');

/** The values of a record of another kind, which a new one takes over where it has the same fields. */
type CopiedValues = CustomValues & { [origin]?: string; [proposal]?: true };

/** What a new record takes over from one of another kind, for the functions of `write.ts`. */
export function copiedFrom(kind: string, { custom }: { custom: CustomValues }) {
  const values: CopiedValues = { ...custom, [origin]: kind };
  return { custom: values as CustomValues };
}

/** The same for a record that a person makes: what the call says comes first, and a required field needs a value. */
export function proposedBy(kind: string, { custom }: { custom: CustomValues }) {
  const values: CopiedValues = { ...custom, [origin]: kind, [proposal]: true };
  return { custom: values as CustomValues };
}

/** What changed by key, null where nothing is left, and the fields' names and labels for the feed. */
export interface CustomChange {
  set: SentValues;
  labels: Readonly<Record<string, string>>;
}

/** What a new record takes over. */
export interface Copied {
  from: string;
  values: CustomValues;
  isProposal: boolean;
}

interface OwnFields {
  /** The fields that are on, by their names `custom.…`, in their order. */
  fieldsOf: (db: Db, kind: string) => Promise<Fields>;
  /** The values of a new record; 400 where a call sent wrong ones. */
  forNew: (
    write: Write,
    kind: string,
    given: { sent: SentCustom | null; copied: Copied | undefined },
  ) => Promise<CustomValues>;
  /** The custom fields that a call changes; 400, and 409 for printed fields of an issued record. */
  changer: (write: Write, sent: OwnChange) => Promise<(row: ChangedRow) => Promise<CustomChange>>;
  /** The keys of what an issued record prints; null where they are unknown, or its kind has no custom fields. */
  printedKeys: (db: Db, kind: string, id: number) => Promise<readonly string[] | null>;
}

/** A record whose own fields change; without an id where it could be any of its kind. */
export interface ChangedRow {
  id?: number;
  custom: CustomValues;
}

/** The company's own fields (docs/product/custom-fields.md). */
export const ownFields = extensionPoint<OwnFields>('own fields');

/** A table of records with its fields. */
interface Kind {
  name: string;
  fields: Fields;
}

/** A kind of records that have the company's own fields. */
export interface CustomKind<Row = never> {
  entity: Kind;
  /** Whether a record is issued, which fixes its printed fields. */
  isIssued?: (row: Row) => boolean;
  /** Its fields by the labels that a screen has for them, where these are others. */
  alsoShown?: Fields;
}

const kinds = new Map<string, CustomKind>();

/** Called where the calls of a kind are declared. */
export function registerCustom(kind: CustomKind): void {
  kinds.set(kind.entity.name, kind);
}

export function customKind(name: string): CustomKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`The calls of ${name} take no own fields`);
  return kind;
}

export function hasCustom({ fields }: Pick<Kind, 'fields'>): boolean {
  return fields['custom']?.kind === 'custom';
}

/** What the call says of the record that is written now: the first one of its kind. */
function taken({ context: { custom } }: Write, kind: string): SentCustom | null {
  if (!custom || custom.kind !== kind || custom.isTaken) return null;
  custom.isTaken = true;
  return custom;
}

/** The column `custom` of a new record; nothing where its kind has no own fields. */
export async function customOfNew(
  write: Write,
  entity: Kind,
  copied: unknown,
): Promise<{ custom?: CustomValues }> {
  if (!hasCustom(entity)) return {};
  const former = copied as CopiedValues | undefined;
  const custom = await ownFields.get().forNew(write, entity.name, {
    sent: taken(write, entity.name),
    copied: former && {
      from: former[origin] ?? entity.name,
      values: former,
      isProposal: former[proposal] ?? false,
    },
  });
  return { custom };
}

/** What the call changes of an existing record; null for nothing. */
export async function customOfChanged(
  write: Write,
  entity: Kind,
  row: unknown,
): Promise<CustomChange | null> {
  const sent = hasCustom(entity) ? taken(write, entity.name) : null;
  if (!sent) return null;
  return (await changerOf(write, sent))(row);
}

/** The same for many records of a kind; 400 for values that none of them could take. */
export async function changerOf(
  write: Write,
  sent: OwnChange,
): Promise<(row: unknown) => Promise<CustomChange | null>> {
  const changeOf = await ownFields.get().changer(write, sent);
  return async (row) => {
    const change = await changeOf(row as ChangedRow);
    return Object.keys(change.set).length === 0 ? null : change;
  };
}

/** A call's context, which says of the company's own fields of the record that it writes. */
export function sayingCustom(context: Context, sent: OwnChange): Context {
  return withWrite({ ...context, custom: { ...sent, isTaken: false } });
}

/** A change by values, of which `custom` is moved into the context. */
export function apartFrom(
  context: Context,
  kind: string,
  { id, values, isUndo = false }: { id: number; values: SentValues; isUndo?: boolean },
): [context: Context, id: number, values: SentValues] {
  const { custom, ...others } = values;
  if (custom === undefined) return [context, id, others];
  return [sayingCustom(context, { kind, values: custom as SentValues, isUndo }), id, others];
}

/** SQL: the column with a change. */
export function changedCustom(set: SentValues) {
  return sql`custom = changed_custom(custom, ${JSON.stringify(set)}::jsonb)`;
}
