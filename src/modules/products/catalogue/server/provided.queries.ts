import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';

export function provideProducts(): void {
  const products = {
    table: 'products',
    type: 'product',
    label: sql`t.product_name`,
    join: sql``,
    readableBy: () => sql`true`,
  };
  registerDependents({
    ...products,
    of: 'units',
    where: (id) => sql`t.unit_of_measure = (select code from units where id = ${id})`,
  });
  registerDependents({
    ...products,
    of: 'tax_classes',
    where: (id) => sql`t.tax_class_id = ${id}`,
  });
}
