import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import type { LinesField } from '~/kit/server/audit/unwind';
import type { CodeColumn } from '~/kit/server/database/codes';
import type { Person } from '~/kit/server/database/context';
import { columnsOf, type SqlPart, type Db } from '~/kit/server/database/db';
import { type Dependents, registerDependents } from '~/kit/server/database/dependents';
import type { Entity } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-source';
import { foldedText } from '~/kit/server/lists/window-terms';
import type { Fields } from '~/kit/shared/fields/fields';
import type { Kind, RecordKind, RecordType } from '~/modules/organization/kinds/kinds.rules';
import { registerKindPlacement } from '~/modules/organization/workspaces/server/whereabouts.service';
import {
  listNewest,
  readable,
  readableAs,
  workspaceLink,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import {
  type Move,
  type OneByOne,
  registerMove,
  registerPart,
  registerUndo,
} from '~/modules/records/batches/server/registry.service';
import {
  numbered,
  registerSearch,
  textOf,
} from '~/modules/records/records/server/search-sources.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import {
  type Events,
  registerEvents,
} from '~/modules/records/records/server/timeline-sources.service';
import { customerFields } from '../customers.fields';
import { orderCount } from './order-counts.service';
import type { Buyer } from '~/modules/sales/documents/taxes/taxation.rules';

export const customers: Entity<typeof customerFields> = {
  name: 'customers',
  type: 'customer',
  noun: 'Customer',
  fields: customerFields,
  select: (where) => sql`select ${columnsOf(customerFields, 't')},
      ${orderCount.get().count} as order_count
    from customers t where ${where}`,
  label: (customer) => customer.company_name,
  readableBy: (person) => readable(person, 'customers'),
};

/** Of a customer `t`, what the search of everything finds it by. */
export const namesOfCustomer: [SqlPart, ...SqlPart[]] = [
  sql`t.company_name`,
  sql`t.contact_person`,
  sql`t.email`,
  sql`t.phone`,
  sql`t.customer_code`,
  sql`phone_digits(t.phone)`,
  sql`t.gstin`,
  sql`t.contact_texts`,
];

const [companyName, ...others] = namesOfCustomer;

/** The same as the index has it (migrations/0185-search.sql), with the company's name apart for lists that show it alone. */
export const customerNames = [textOf(companyName), textOf(...others)];
/** What else a list finds a customer by. */
export const customerLocation = foldedText([sql`t.city`]);

/** SQL: selects the ids of the customers whose company name, folded, has all the patterns. */
export function customersNamed(patterns: readonly SqlPart[]): SqlPart {
  const each = patterns.map((pattern) => sql`${textOf(companyName)} like ${pattern}`);
  return sql`select t.id from customers t where ${sql.join(each, sql` and `)}`;
}

export function listCustomers(person: Person): ListSource {
  return listNewest(person, 'customers', customers);
}

export const customerCodes: CodeColumn = {
  table: 'customers',
  column: 'customer_code',
  prefix: 'CUST',
  numbers: 'customer_code_numbers',
  label: 'company_name',
};

/** SQL: what an address is called. */
export const addressName = sql`coalesce(t.label, t.city, 'Address')`;

export const customerLinks: Links = {
  workspace_id: workspaceLink,
};

/** An address of a customer that a document points at. */
export const addressLink: Links[string] = {
  from: sql`customer_addresses t join customers c on c.id = t.customer_id`,
  name: addressName,
  readableBy: (person) => readableAs(person, 'customers', 'customer_addresses'),
};

/** Of the kind whose rights decide; one with a page has what its history links to. */
type OfKind = { kind: RecordKind; links: Links } | { kind: Kind; links?: undefined };

type CustomerDocument<EventData> = OfKind & {
  type: RecordType;
  /** SQL: its number, which finds it. */
  number: SqlPart;
  /** SQL: what it is called, where that is more than its number. */
  label?: SqlPart;
  /** SQL: joins `c`, whom it follows, where that is not its customer. */
  join?: SqlPart;
  lines?: LinesField & { key: string; beside?: Move['beside'] };
  /** The tables that its lines name. */
  goods?: readonly ('products' | 'services')[];
  /** The further tables that it refers to, whose records it keeps from deletion. */
  refersTo?: Dependents['of'];
  each?: OneByOne;
  /** How timelines show it: its customer's, its products' and those of `of`. */
  events?: Pick<Events<EventData>, 'kind' | 'describe' | 'details'> &
    Partial<Pick<Events<EventData>, 'of' | 'from'>>;
};

/**
 * Registers a document of a customer: search, workspace, what it keeps from deletion, undo, merges, timelines,
 * and its history where it has a page.
 */
export function registerDocument<F extends Fields, EventData>(
  entity: Entity<F>,
  document: CustomerDocument<EventData>,
): void {
  const { name: table, noun } = entity;
  const { type, kind, number, label = number, lines, goods = [], each, events } = document;
  const { join = sql`join customers c on c.id = t.customer_id` } = document;
  const from = sql`${sql.table(table)} t ${join}`;
  registerSearch({
    type,
    kind,
    from: sql.table(table),
    follows: join,
    detail: sql`c.company_name`,
    ...numbered(number),
    isWhole: (whole) => sql`${number} = upper(${whole})`,
  });
  registerKindPlacement(table, kind, from);
  const ofCustomer = { customers: (id: number | SqlPart) => sql`t.customer_id = ${id}` };
  const byLines = lines
    ? Object.fromEntries(goods.map((each) => [each, namedBy(lines, each)]))
    : {};
  registerDependents({
    table,
    type,
    label,
    join,
    readableBy: (person) => readable(person, kind),
    of: { ...ofCustomer, ...byLines, ...document.refersTo },
  });
  registerUndo({ table, noun, label, ...(each ? { each } : {}) });
  registerMove({ of: 'customers', table, column: 'customer_id', kind });
  if (document.links) {
    const { kind, links } = document;
    registerRecords(kind, { entity, links, ...(lines ? { lines: [lines] } : {}) });
  }
  if (events) {
    const { products } = byLines;
    const of = { ...ofCustomer, ...(products ? { products } : {}), ...events.of };
    registerEvents<EventData>({ from, ...events, name: type, rightsOf: kind, of });
  }
  if (!lines) return;
  const owner = sql.ref(`t.${lines.key}`);
  registerPart({ of: table, table: lines.table, owner, label: sql`t.description`, noun: null });
  const { table: own, beside } = lines;
  registerMove({ of: 'products', table: own, column: 'product_id', ...(beside ? { beside } : {}) });
}

/** SQL: that a line of the document `t` names this product or service. */
function namedBy({ table, key }: { table: string; key: string }, goods: 'products' | 'services') {
  const column = goods === 'products' ? sql`product_id` : sql`service_id`;
  return (id: number | SqlPart) =>
    sql`t.id in (select ${sql.ref(key)} from ${sql.table(table)} where ${column} = ${id})`;
}

/** Undefined is the customer's default, null is none. */
export type AddressChoice = number | null | undefined;

/** A customer as tax sees it; null where there is none. */
export async function findTaxParty(
  db: Db,
  id: number,
  { billing, shipping }: { billing: AddressChoice; shipping: AddressChoice },
): Promise<Buyer | null> {
  const result = await sql<Buyer>`select c.gst_category, c.gstin, c.state_code,
      ${addressOf(billing, sql`a.is_billing`)} as billing,
      ${addressOf(shipping, sql`a.is_shipping`)} as shipping
    from customers c where c.id = ${id}`.execute(db);
  return result.rows[0] ?? null;
}

/** SQL: locks and reads the customer of a document; with `chooser`, one that this person may read. */
export function lockCustomer(id: number | null, chooser: Person | null): SqlPart {
  const isReadable = chooser ? readable(chooser, 'customers') : sql`true`;
  return sql`select id, company_name, is_active, workspace_id from customers t
    where id = ${id} and ${isReadable} for share`;
}

function addressOf(choice: AddressChoice, isDefault: SqlPart): SqlPart {
  if (choice === null) return sql`null::json`;
  const isIt = choice === undefined ? isDefault : sql`a.id = ${choice}`;
  return sql`(select json_build_object('id', a.id, 'gstin', a.gstin, 'state_code', a.state_code)
    from customer_addresses a where a.customer_id = c.id and ${isIt})`;
}

const most = 10;

/**
 * The contacts of a customer who get its invoices and can be written to, the oldest first; of those who share a mailbox
 * the oldest alone. The case of an address makes no other mailbox.
 */
export async function listInvoiceContacts(
  db: Db,
  customerId: number,
): Promise<{ name: string; email: string }[]> {
  const found = await sql<{ name: string; email: string }>`select name, email from (
      select distinct on (lower(email)) id, name, email from customer_contacts
      where customer_id = ${customerId} and gets_invoices and email is not null
      order by lower(email), id
    ) c order by id limit ${most}`.execute(db);
  return found.rows;
}
