import type { Context, Write } from '~/kit/server/database/context';
import {
  asLocked,
  type Entity,
  idOf,
  openRecord,
  readRecord,
  refuseStale,
} from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import { enforce, notFound } from '~/kit/server/errors';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { Fields, PatchOf, RowOf } from '~/kit/shared/fields/fields';
import type { Customer } from '../customers.fields';
import { canAddPart, canChangeDefaults, unfitDefaults } from '../defaults.rules';
import { countParts, findFlagged, findPart, findParts, listParts } from './customer-parts.queries';
import { customers } from './customers.queries';

export interface PartKind<F extends Fields> {
  entity: Entity<F>;
  /** Of which each customer has one at a time. */
  defaults: Readonly<Record<string, string>>;
  /** What is checked and filled in besides the fields' own rules; `before` is null for a new one. */
  complete?: (
    trx: Transaction,
    before: RowOf<F> | null,
    values: PatchOf<F>,
  ) => Promise<Partial<PatchOf<F>>>;
}

interface PartRef {
  customer: number;
  part: number;
}

export async function partsOf<F extends Fields>(
  context: Context,
  { entity }: PartKind<F>,
  customer: number,
): Promise<ListSource> {
  await readRecord(context, customers, customer);
  return listParts(context.person, entity, customer);
}

export async function getPart<F extends Fields>(
  context: Pick<Context, 'db' | 'person'>,
  { entity }: PartKind<F>,
  ref: PartRef,
): Promise<RowOf<F>> {
  await readRecord(context, customers, ref.customer);
  return requirePart(await findPart(context.db, entity, ref), entity);
}

/** Adds a part to a customer; the first one is every default that it fits, unless it is sent otherwise. */
export async function addPart<F extends Fields>(
  context: Context,
  kind: PartKind<F>,
  customer: number,
  values: PatchOf<F>,
): Promise<RowOf<F>> {
  const { entity } = kind;
  return context.write(async (write, trx) => {
    const owner = await openCustomer(write, customer);
    enforce(canAddPart(await countParts(trx, entity, customer)));
    const completed = await kind.complete?.(trx, null, values);
    const unfit = unfitDefaults(owner, { ...values, ...completed });
    const flags: Record<string, boolean> = {};
    for (const flag of Object.keys(kind.defaults)) {
      const current = await findFlagged(trx, entity, { customer, flag });
      const sent = (values as Record<string, unknown>)[flag];
      const isFirst = current === null && sent !== false && !unfit.includes(flag);
      flags[flag] = sent === true || isFirst;
      if (current && flags[flag]) await setFlag(write, kind, { row: current, flag, value: false });
    }
    const all = { ...values, ...completed, ...flags, customer_id: customer };
    return insertRecord(write, entity, all);
  });
}

export async function changePart<F extends Fields>(
  context: Context,
  kind: PartKind<F>,
  ref: PartRef,
  patch: PatchOf<F> & { updated_at?: string },
): Promise<RowOf<F>> {
  const { entity, defaults } = kind;
  const { updated_at: seen, ...sent } = patch;
  const values = sent as unknown as PatchOf<F>;
  return context.write(async (write, trx) => {
    await openCustomer(write, ref.customer);
    const row = requirePart(await findPart(trx, entity, ref), entity);
    refuseStale(row, seen);
    enforce(canChangeDefaults(defaults, row, values));
    const completed = await kind.complete?.(trx, row, values);
    for (const flag of Object.keys(defaults)) {
      const isTaken = (values as Record<string, unknown>)[flag] === true;
      if (!isTaken || (row as Record<string, unknown>)[flag] === true) continue;
      const current = await findFlagged(trx, entity, { customer: ref.customer, flag });
      if (current) await setFlag(write, kind, { row: current, flag, value: false });
    }
    return updateRecord(write, entity, {
      row: asLocked(row),
      values: { ...values, ...completed },
    });
  });
}

/** Removes a part; what it was the default of, the oldest of the others that fits becomes. */
export async function removePart<F extends Fields>(
  context: Context,
  kind: PartKind<F>,
  ref: PartRef,
): Promise<{ id: number }> {
  const { entity, defaults } = kind;
  return context.write(async (write, trx) => {
    const owner = await openCustomer(write, ref.customer);
    const row = requirePart(await findPart(trx, entity, ref), entity);
    await deleteRecord(write, entity, { row: asLocked(row) });
    const others = await findParts(trx, entity, ref.customer);
    for (const flag of Object.keys(defaults)) {
      if ((row as Record<string, unknown>)[flag] !== true) continue;
      const next = others.find((other) => !unfitDefaults(owner, other).includes(flag));
      if (next) await setFlag(write, kind, { row: next, flag, value: true });
    }
    return { id: idOf(row) };
  });
}

/** Locked, so that of two changes of its defaults the second sees the first. */
async function openCustomer(write: Write, id: number): Promise<Customer> {
  return openRecord(write, customers, id);
}

function requirePart<Row>(row: Row | null, { noun }: { noun: string }): Row {
  if (row === null) throw notFound(noun);
  return row;
}

async function setFlag<F extends Fields>(
  write: Write,
  { entity }: PartKind<F>,
  { row, flag, value }: { row: RowOf<F>; flag: string; value: boolean },
): Promise<void> {
  await updateRecord(write, entity, { row: asLocked(row), values: { [flag]: value } });
}
