import type { Transaction } from '~/kit/server/database/transaction';
import type { Heading } from '~/modules/records/imports/heading.rules';
import type { CheckedRow } from '~/modules/records/imports/rows.rules';
import type { StoredRows, Owner } from '~/modules/records/imports/server/import-writer.service';
import type { FieldProblem } from '~/kit/shared/verdict';
import { mostPositions, type PartFormat, partColumnName, partFormats } from '../customer-parts.csv';
import {
  type PartPlan,
  type PartValues,
  planParts,
  type Slot,
  type StoredPart,
} from '../part-slots.rules';
import { insertParts, listPartsOf, partTable, updateParts } from './part-imports.queries';

/** Of a known customer, for each of `partFormats`. */
export type ExistingParts = readonly (readonly StoredPart[])[];

/** What a row says of addresses and contacts, for each of `partFormats`. */
export type PartPlans = readonly PartPlan[];

interface PartPosition {
  position: number;
  /** Those of its fields that the file has columns of, with the names of the columns. */
  columns: { name: string; column: string }[];
}

/** Reads addresses and contacts out of rows (docs/product/customers.md#import-and-export). */
export class PartReader {
  private readonly positions: readonly { format: PartFormat; positions: PartPosition[] }[];

  constructor(
    { names }: Heading,
    private readonly isGst: boolean,
    /** The first contact of a row is its person. */
    private readonly hasPeople: boolean,
  ) {
    this.positions = partFormats.map((format) => ({
      format,
      positions: Array.from({ length: mostPositions }, (_, index) => index + 1).flatMap(
        (position) => {
          const columns = Object.keys(format.fields)
            .map((name) => ({ name, column: partColumnName(format, position, name) }))
            .filter(({ column }) => names.has(column));
          return columns.length === 0 ? [] : [{ position, columns }];
        },
      ),
    }));
  }

  /** By customer: what is there already of what the file has columns of. */
  async existingOf(
    trx: Transaction,
    customers: readonly number[],
  ): Promise<Map<number, ExistingParts>> {
    const found = await Promise.all(
      this.positions.map(({ format, positions }) =>
        listPartsOf(trx, format, positions.length > 0 || this.takesPerson(format) ? customers : []),
      ),
    );
    return new Map(customers.map((id) => [id, found.map((parts) => parts.get(id) ?? [])]));
  }

  plan(
    row: CheckedRow,
    existing: ExistingParts | null,
    owner: Parameters<typeof planParts>[2]['owner'],
    person: PartValues | null = null,
  ): { plans: PartPlans } | { problem: FieldProblem } {
    const plans: PartPlan[] = [];
    for (const [at, { format, positions }] of this.positions.entries()) {
      const isOwn = this.takesPerson(format);
      const slots = positions
        .filter(({ position }) => !isOwn || position > 1)
        .map((position) => slotOf(row, position));
      if (isOwn && person) slots.unshift({ position: 1, values: person });
      const planned = planParts(format, existing?.[at] ?? [], { slots, isGst: this.isGst, owner });
      if ('problem' in planned) return planned;
      plans.push(planned.plan);
    }
    return { plans };
  }

  private takesPerson({ noun }: PartFormat): boolean {
    return this.hasPeople && noun === 'contact';
  }
}

function slotOf({ values }: CheckedRow, { position, columns }: PartPosition): Slot {
  return {
    position,
    values: Object.fromEntries(columns.map(({ name, column }) => [name, values[column]])),
  };
}

export function hasChanges(plans: PartPlans): boolean {
  return plans.some(({ added, changed }) => added.length + changed.length > 0);
}

type StoredPartRow = StoredRows[number];
type Owners = readonly Owner<PartPlans>[];

/** Writes the parts of customers in a few statements; gives what keeps them for an undo. */
export async function writeParts(
  trx: Transaction,
  owners: Owners,
  now: Date,
): Promise<StoredPartRow[]> {
  const stored: StoredPartRow[] = [];
  for (const [at, format] of partFormats.entries()) {
    stored.push(...(await changeParts(trx, format, { owners, at, now })));
    stored.push(...(await addParts(trx, format, { owners, at, now })));
  }
  return stored;
}

interface Block {
  owners: Owners;
  /** The position among `partFormats`. */
  at: number;
  now: Date;
}

async function addParts(trx: Transaction, format: PartFormat, { owners, at, now }: Block) {
  const all = owners.flatMap((owner) =>
    (owner.parts[at]?.added ?? []).map((values) => ({ owner, values })),
  );
  if (all.length === 0) return [];
  const rows = all.map(({ owner, values }) => ({ ...values, customer_id: owner.id }));
  const written = await insertParts(trx, format, { rows, now });
  return written.map(({ id, updated_at }, index): StoredPartRow => {
    const { owner, values } = all[index] ?? {};
    return {
      entity: partTable(format),
      record_id: id,
      owner_id: owner?.isNew ? owner.id : null,
      label: labelOf(values ?? {}),
      before: null,
      after: { updated_at },
    };
  });
}

async function changeParts(trx: Transaction, format: PartFormat, { owners, at, now }: Block) {
  const all = owners.flatMap(({ parts }) => parts[at]?.changed ?? []);
  if (all.length === 0) return [];
  // A default goes before it comes: each customer has one at a time.
  const losing = all.flatMap(({ row, values }) => {
    const deleted = Object.keys(format.defaults).filter((flag) => values[flag] === false);
    return deleted.length === 0
      ? []
      : [{ ...row, ...Object.fromEntries(deleted.map((flag) => [flag, false])) }];
  });
  if (losing.length > 0) await updateParts(trx, format, { rows: losing, now });
  const rows = all.map(({ row, values }) => ({ ...row, ...values }));
  const versions = new Map(
    (await updateParts(trx, format, { rows, now })).map(({ id, updated_at }) => [id, updated_at]),
  );
  return all.map(({ row, values }): StoredPartRow => {
    const before = Object.fromEntries(Object.keys(values).map((name) => [name, row[name]]));
    return {
      entity: partTable(format),
      record_id: row.id,
      owner_id: null,
      label: labelOf(row),
      before: { ...before, updated_at: row.updated_at },
      after: { ...values, updated_at: versions.get(row.id) ?? row.updated_at },
    };
  });
}

function labelOf({ label, city, name }: PartValues): string {
  const found = [name, label, city].find((each) => typeof each === 'string');
  return typeof found === 'string' ? found : 'Address';
}
