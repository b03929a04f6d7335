import { sql } from 'kysely';
import { columnsOf, type Db, type ListSource } from '~/kit/server/db';
import type { Entity } from '~/kit/server/write';
import { customerFields } from '../customers.fields';

export const customers: Entity<typeof customerFields> = {
  name: 'customers',
  type: 'customer',
  noun: 'Customer',
  fields: customerFields,
  select: (where) => sql`select ${columnsOf(customerFields, 't')} from customers t where ${where}`,
  label: (customer) => customer.company_name,
};

/** Newest first. */
export function listCustomers(): ListSource {
  return {
    select: sql`${customers.select(sql`true`)} order by t.created_at desc, t.id desc`,
    tables: ['customers'],
  };
}

/** The next `CUST-00001` that nobody took by hand. */
export async function nextCustomerCode(trx: Db): Promise<string> {
  const result = await sql<{ code: string }>`
    with recursive candidate as (
      select 'CUST-' || lpad(nextval('customer_code_numbers')::text, 5, '0') as code
      union all
      select 'CUST-' || lpad(nextval('customer_code_numbers')::text, 5, '0') from candidate c
      where exists (select from customers where lower(customer_code) = lower(c.code))
    )
    select code from candidate c
    where not exists (select from customers where lower(customer_code) = lower(c.code))`.execute(
    trx,
  );
  return result.rows[0]?.code ?? '';
}
