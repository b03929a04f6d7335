import { sql } from 'kysely';
import { columnsOf } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ListSource } from '~/kit/server/lists/list-source';
import { taxClassFields } from '../tax-classes.fields';

export const taxClasses: Entity<typeof taxClassFields> = {
  name: 'tax_classes',
  type: 'other',
  noun: 'Tax class',
  fields: taxClassFields,
  select: (where) =>
    sql`select ${columnsOf(taxClassFields, 't')}, t.rates from tax_classes t where ${where}`,
  label: (taxClass) => taxClass.name,
};

export function listTaxClasses(): ListSource {
  return {
    select: sql`${taxClasses.select(sql`true`)} order by lower(t.name), t.id`,
    entity: 'tax_classes',
  };
}

/** Whether there is such a class; it is not deleted before the transaction ends. */
export async function holdTaxClass(trx: Transaction, id: number): Promise<boolean> {
  const found = await sql`select from tax_classes where id = ${id} for key share`.execute(trx);
  return found.rows.length > 0;
}
