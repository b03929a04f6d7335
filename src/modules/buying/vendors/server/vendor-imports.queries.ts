import { sql } from 'kysely';
import { csvCell } from '~/kit/server/database/copy';
import type { Context } from '~/kit/server/database/context';
import type { ChosenPart } from '~/kit/server/lists/windows';
import { listed } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { WholeList } from '~/modules/records/imports/server/imports.service';
import type {
  ExistingParty,
  PartyTable,
} from '~/modules/sales/customers/server/party-imports.service';
import { type VendorColumn, vendorColumns, vendorFormat } from '../vendors.csv';
import { newVendorFields, type Vendor } from '../vendors.fields';
import { hiddenFrom, vendorCodes } from './vendors.queries';

export const vendorParty: PartyTable<VendorColumn> = {
  kind: 'vendors',
  noun: 'vendor',
  codes: vendorCodes,
  fields: newVendorFields,
  columns: vendorColumns,
};

export type ExistingVendor = ExistingParty<Pick<Vendor, 'id' | VendorColumn>>;

/** The chosen vendors as a file that imports back; without bank details for people who may not read them. */
export function vendorsAsCsv(
  { person }: Pick<Context, 'person'>,
  { join, order }: ChosenPart,
): WholeList {
  const { columns } = vendorFormat;
  const hidden = hiddenFrom(person);
  const cells = columns.map((column) =>
    csvCell(column, hidden.includes(column.name) ? sql`null::text` : sql.ref(`t.${column.name}`)),
  );
  return {
    columns,
    statement: sql`copy (select ${sql.join(cells)} from vendors t ${join}
      where ${listed(person, 'vendors').where} order by ${order}) to stdout (format csv, header)`,
  };
}
