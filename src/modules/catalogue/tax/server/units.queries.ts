import { sql } from 'kysely';
import { columnsOf, type Db } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ListSource } from '~/kit/server/lists/list-source';
import { type Unit, unitFields } from '../units.fields';
import type { UnitDecimals } from '../units.rules';

export const units: Entity<typeof unitFields> = {
  name: 'units',
  type: 'other',
  noun: 'Unit',
  fields: unitFields,
  select: (where) => sql`select ${columnsOf(unitFields, 't')} from units t where ${where}`,
  label: (unit) => unit.code,
};

export function listUnits(): ListSource {
  return {
    select: sql`${units.select(sql`true`)} order by lower(t.code), t.id`,
    entity: 'units',
  };
}

/** The unit of this code, or null; it is neither deleted nor changed by a person before the transaction ends. */
export async function holdUnit(trx: Transaction, code: string): Promise<UnitDecimals | null> {
  const found = await sql<UnitDecimals>`select code, decimals from units
    where code = ${code} for key share`.execute(trx);
  return found.rows[0] ?? null;
}

type NamedUnit = UnitDecimals & Pick<Unit, 'name' | 'uqc'>;

/** All units, which stay until the transaction ends. */
export async function heldUnits(db: Db): Promise<NamedUnit[]> {
  const found = await sql<NamedUnit>`select code, name, uqc, decimals from units
    order by id for key share`.execute(db);
  return found.rows;
}
