import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import type { CodeColumn } from '~/kit/server/database/codes';
import type { Person } from '~/kit/server/database/context';
import { columnsOf, type Db, type SqlPart } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { Images } from '~/kit/server/database/images';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ListSource } from '~/kit/server/lists/list-source';
import { type LongList, windowsOf } from '~/modules/organization/company/server/long-lists.service';
import { may } from '~/modules/organization/users/rights.rules';
import {
  listNewest,
  readable,
  kindWindows,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { textOf } from '~/modules/records/records/server/search-sources.service';
import { bankFields, vendorFields } from '../vendors.fields';
import { typedTermNames } from '../terms.fields';
import { vendorFilters } from '../vendors.filters';

const { bank_account: _account, bank_ifsc: _ifsc, ...openFields } = vendorFields;

function selecting(bank: (name: string) => SqlPart): Entity<typeof vendorFields>['select'] {
  const columns = bankFields.map((name) => sql`${bank(name)} as ${sql.ref(name)}`);
  return (where) => sql`select ${columnsOf(openFields, 't')}, ${sql.join(columns)}
    from vendors t where ${where}`;
}

/** Whole vendors with their bank details, for people who may read them and for the server itself. */
export const vendors: Entity<typeof vendorFields> = {
  name: 'vendors',
  type: 'vendor',
  noun: 'Vendor',
  fields: vendorFields,
  select: selecting((name) => sql.ref(`t.${name}`)),
  label: (vendor) => vendor.company_name,
  readableBy: (person) => readable(person, 'vendors'),
};

const withoutBank: typeof vendors = { ...vendors, select: selecting(() => sql`null::text`) };

/**
 * Whether a person reads bank details: one who may change them (docs/product/vendors.md#bank-details). The system does not,
 * as what it reads for webhooks goes to programs.
 */
export function readsBank(person: Person): boolean {
  return person.id !== 0 && may(person, 'vendors.update').ok;
}

/** The fields that a person does not read. */
export function hiddenFrom(person: Person): readonly string[] {
  return readsBank(person) ? [] : bankFields;
}

/** Vendors as a person reads them. */
export function vendorsFor(person: Person): typeof vendors {
  return readsBank(person) ? vendors : withoutBank;
}

export function listVendors(person: Person): ListSource {
  return listNewest(person, 'vendors', vendorsFor(person));
}

const [companyName, ...others] = [
  sql`t.company_name`,
  sql`t.contact_person`,
  sql`t.email`,
  sql`t.phone`,
  sql`t.vendor_code`,
  sql`phone_digits(t.phone)`,
  sql`t.gstin`,
  sql`t.pan`,
] as const;

/** Of a vendor `t`, what the search of everything finds it by. */
export const vendorText = textOf(companyName, ...others);

const vendorList = (person: Person): LongList => ({
  ...kindWindows(person, 'vendors', vendorsFor(person)),
  filters: vendorFilters,
});

/** The vendors that a person reads, by windows (docs/product/wire.md#very-long-lists). */
export const vendorWindows = windowsOf(vendorList);

export const vendorCodes: CodeColumn = {
  table: 'vendors',
  column: 'vendor_code',
  prefix: 'VEND',
  numbers: 'vendor_code_numbers',
  label: 'company_name',
};

/** Locks vendors so that they stay as they are until the transaction ends. */
export async function shareVendor(trx: Transaction, id: number): Promise<void> {
  await sql`select from vendors where id = ${id} for share`.execute(trx);
}

/** The active administrators, who hear of changed bank details. */
export async function listAdmins(db: Db): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from users where role = 'admin' and is_active
    order by id`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** The vendors whose bank details images would change. */
export async function listBankChanges(
  trx: Transaction,
  images: Images,
): Promise<{ id: number; company_name: string }[]> {
  const isOther = bankFields.map(
    (name) =>
      sql`(i.image ? ${name}::text and i.image ->> ${name}::text is distinct from t.${sql.ref(name)})`,
  );
  const found = await sql<{ id: number; company_name: string }>`select t.id, t.company_name
    from (${images}) i join vendors t on t.id = i.id where ${sql.join(isOther, sql` or `)}
    order by t.id`.execute(trx);
  return found.rows;
}

export const vendorLinks: Links = {};

/** The terms of a vendor, as its history shows them. */
export const termLines = {
  table: 'vendor_products',
  key: 'vendor_id',
  field: 'items',
  label: 'Products',
  columns: ['description', ...typedTermNames, 'is_preferred'],
};

/** SQL: a vendor as a document names it today. */
export function vendorParty(id: number): SqlPart {
  return sql`(select row_to_json(p) from (
    select company_name as name, null as legal_name, contact_person, gst_category, gstin, address, city, state, state_code,
      postal_code, country, email, phone
    from vendors where id = ${id}) p)`;
}
