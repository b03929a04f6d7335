import { sql } from 'kysely';
import type { Context } from '~/kit/server/database/context';
import { csvCell } from '~/kit/server/database/copy';
import type { ChosenPart } from '~/kit/server/lists/windows';
import type { CsvColumn } from '~/modules/records/imports/formats.rules';
import { listed } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { type Customer, newCustomerFields } from '../customers.fields';
import { type CustomerColumn, customerColumns, fileColumns } from '../customers.csv';
import { partFormats } from '../customer-parts.csv';
import { ownCells, type WholeList } from '~/modules/records/imports/server/imports.service';
import { countPositions, numberedParts, partCell } from './part-imports.queries';
import { customerCodes } from './customers.queries';
import type { ExistingParty, PartyTable } from './party-imports.service';

export const customerParty: PartyTable<CustomerColumn> = {
  kind: 'customers',
  noun: 'customer',
  codes: customerCodes,
  fields: newCustomerFields,
  columns: ['workspace_id', ...customerColumns],
};

export type ExistingCustomer = ExistingParty<
  Pick<Customer, 'id' | 'workspace_id' | CustomerColumn>
>;

/** The chosen customers of those that the person sees, with as many addresses and contacts as one of them has. */
export async function customersAsCsv(
  { person, db }: Pick<Context, 'person' | 'db'>,
  { join, order }: ChosenPart,
  own: readonly CsvColumn[],
): Promise<WholeList> {
  const positions = await Promise.all(partFormats.map((format) => countPositions(db, format)));
  const shown = fileColumns(positions);
  const cells = shown.map((column) =>
    csvCell(column, partCell(column.name) ?? sql.ref(`t.${column.name}`)),
  );
  const parts = numberedParts(positions);
  return {
    columns: [...shown, ...own],
    statement: sql`copy (with ${sql.join(parts.map(({ table }) => table))} select ${sql.join([...cells, ...ownCells(own)])} from customers t ${join}
      ${sql.join(
        parts.flatMap(({ joins }) => joins),
        sql` `,
      )}
      where ${listed(person, 'customers').where} order by ${order}) to stdout (format csv, header)`,
  };
}
