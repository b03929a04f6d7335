import type { PrintedOwn } from '~/modules/sales/documents/print/tax-documents.fields';
import { wholeRecords } from '~/kit/server/database/whole-records';
import { sql } from 'kysely';
import { addressLink } from '~/modules/sales/customers/server/customers.service';
import type { Links } from '~/kit/server/audit/history';
import type { Context, Person, Write } from '~/kit/server/database/context';
import { type FoundRecords, shownOf } from '~/kit/server/database/dependents';
import { columnsOf, type Db, findJson, type SqlPart } from '~/kit/server/database/db';
import { asLocked, type Entity, type Locked } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import { quotationFilters } from '../quotations.filters';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { Day } from '~/kit/shared/time/days';
import {
  documentLines,
  itemsAndServices,
  taxedLine,
} from '~/modules/sales/documents/lines/server/line-writing.service';
import {
  linkTo,
  listNewest,
  listNewestOf,
  readable,
  kindWindows,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { OpenValue } from '../open-values.fields';
import { type Quotation, quotationFields, type QuotationWithLines } from '../quotations.fields';
import { quotationLabel } from '../quotations.rules';

/** SQL: joins `c`, the customer or lead whom the quotation `t` is for; a customer has the source of its first lead. */
export const party = sql`left join customers by_customer on by_customer.id = t.customer_id
    left join leads by_lead on by_lead.id = t.lead_id
    cross join lateral (select coalesce(by_customer.company_name, by_lead.company_name) as company_name,
      case when t.customer_id is null then by_lead.phone else by_customer.phone end as phone,
      coalesce(by_lead.lead_source, (select lead_source from leads where converted_customer_id = t.customer_id
        order by id limit 1)) as lead_source,
      case when t.customer_id is null then by_lead.workspace_id else by_customer.workspace_id end as workspace_id) c`;

/** SQL: what the quotation `t` is called, as by `quotationLabel`. */
export const label = sql`t.quotation_number || case when t.revision > 1 then ' R' || t.revision else '' end`;

export const quotations: Entity<typeof quotationFields> = {
  name: 'quotations',
  type: 'quotation',
  noun: 'Quotation',
  fields: quotationFields,
  select: (where) => sql`select ${columnsOf(quotationFields, 't')},
      c.company_name as customer_name, c.phone as customer_phone, c.lead_source, c.workspace_id,
      (select o.order_number from orders o where o.id = t.order_id) as order_number
    from quotations t ${party}
    where ${where}`,
  label: quotationLabel,
};

export const quotationLines = documentLines({
  documents: 'quotations',
  table: 'quotation_lines',
  key: 'quotation_id',
  columns: [...taxedLine, 'notes', 'is_option'],
  label: 'Items and Services',
  shown: ['description', 'quantity', 'unit_price', 'line_total', 'is_option', 'notes'],
});

/** The quotations of the chosen workspace (that of their customer or lead), newest first. */
export function listQuotations(person: Person): ListSource {
  return listNewest(person, 'quotations', quotations);
}

/** The same by windows. */
export const quotationWindows = windowsOf((person) => ({
  ...kindWindows(person, 'quotations', quotations),
  from: sql`quotations t ${party}`,
  filters: quotationFilters,
  columns: { customer_name: sql`c.company_name`, lead_source: sql`c.lead_source` },
  ranked: ['status'],
}));

/** SQL: that the quotation `t` is for this lead. */
export function ofLead(id: number | SqlPart): SqlPart {
  return sql`t.lead_id = ${id}`;
}

/** SQL: that it is for this customer, or for a lead that became the customer. */
export function ofCustomer(id: number | SqlPart): SqlPart {
  const leads = sql`select l.id from leads l where l.converted_customer_id = ${id}`;
  return sql`(t.customer_id = ${id} or t.lead_id in (${leads}))`;
}

/** The quotations of a lead, or of a customer with those of the leads that it was, newest first. */
export function listQuotationsOf(
  person: Person,
  kind: 'customers' | 'leads',
  id: number,
): ListSource {
  const isOf = kind === 'leads' ? ofLead : ofCustomer;
  return listNewestOf(person, 'quotations', { ...quotations, of: isOf(sql.lit(id)) });
}

const isOption = sql`l.is_option`;

const wholeOf = (which: SqlPart) =>
  sql`select q.*, ${itemsAndServices(quotationLines, sql`q.id`, { items: isOption, services: isOption })}
    from (${quotations.select(which)}) q`;

/** A quotation with its lines. */
export const {
  get: getQuotation,
  lock: lockQuotation,
  open: openQuotation,
} = wholeRecords<QuotationWithLines>(
  quotations,
  (person) => readable(person, 'quotations'),
  wholeOf,
);

/** Locked until the transaction ends; null without one. */
type Held = Promise<Locked<QuotationWithLines> | null>;

async function lockAny(trx: Transaction, isIt: SqlPart): Held {
  const held = await sql<{
    id: number;
  }>`select t.id from quotations t where ${isIt} for update`.execute(trx);
  const id = held.rows[0]?.id;
  if (id === undefined) return null;
  const whole = await findJson<QuotationWithLines>(trx, wholeOf(sql`t.id = ${id}`));
  return whole && asLocked(whole);
}

/** The quotation of a link that went out, locked, for anyone who has the link; null without one. */
export function lockByLink(trx: Transaction, digest: Buffer): Held {
  return lockAny(trx, sql`t.link_digest = ${digest} and t.status <> 'draft'`);
}

/** The quotation that an order was made from, locked; null without one. */
export function lockByOrder(trx: Transaction, orderId: number): Held {
  return lockAny(trx, sql`t.order_id = ${orderId}`);
}

/** The quotation that an order was made from, as far as the person may read it. */
export async function findOfOrder(
  { trx, context: { person } }: Write,
  orderId: number,
): Promise<FoundRecords> {
  return shownOf(
    trx,
    sql`select 'quotation' as type, t.id, ${label} as label, ${readable(person, 'quotations')} as is_read
      from quotations t ${party} where t.order_id = ${orderId}`,
  );
}

/** The quotation whose deleted order is back, locked; null without one, or where it was declined, revised or ordered since. */
export function lockByFormerOrder(trx: Transaction, orderId: number): Held {
  return lockAny(
    trx,
    sql`t.former_order_id = ${orderId} and t.status in ('sent', 'accepted') and t.order_id is null`,
  );
}

/** The revision before a quotation, locked; null for the first. */
export function lockRevisionBefore(
  trx: Transaction,
  { quotation_number, revision }: Pick<Quotation, 'quotation_number' | 'revision'>,
): Held {
  return lockAny(
    trx,
    sql`t.quotation_number = ${quotation_number} and t.revision = ${revision} - 1`,
  );
}

/** The newest revision of a quotation, for a person who may read it; null where there is none. */
export async function findNewest(
  trx: Transaction,
  { quotation_number }: Pick<Quotation, 'quotation_number'>,
  person: Person,
): Promise<Quotation | null> {
  const isIt = sql`t.quotation_number = ${quotation_number} and ${readable(person, 'quotations')}`;
  return findJson<Quotation>(trx, sql`${quotations.select(isIt)} order by t.revision desc limit 1`);
}

/** What a superseded quotation was before; null for any other. */
export async function statusBefore(
  trx: Transaction,
  id: number,
): Promise<Quotation['status'] | null> {
  const found = await sql<{ superseded_status: Quotation['status'] | null }>`
    select superseded_status from quotations where id = ${id}`.execute(trx);
  return found.rows[0]?.superseded_status ?? null;
}

/** The quotation whose link has this digest; null without one. */
export async function findByLink(db: Db, digest: Buffer): Promise<QuotationWithLines | null> {
  return findJson<QuotationWithLines>(db, wholeOf(sql`t.link_digest = ${digest}`));
}

/** Whether a later revision of a superseded quotation left the company, so that its customer has a link to it. */
export async function hasNewer(
  db: Db,
  { quotation_number, revision }: Pick<Quotation, 'quotation_number' | 'revision'>,
): Promise<boolean> {
  const found = await sql`select from quotations where quotation_number = ${quotation_number}
    and revision > ${revision} and status not in ('draft', 'superseded')`.execute(db);
  return found.rows.length > 0;
}

/** What the sent and accepted quotations of each lead come to, where the person reads them, in rupees. */
export async function listOpenValues({
  db,
  person,
}: Pick<Context, 'db' | 'person'>): Promise<OpenValue[]> {
  const found = await sql<OpenValue>`select t.lead_id, sum(t.total_amount) as value
    from quotations t ${party}
    where t.lead_id is not null and t.status in ('sent', 'accepted') and ${readable(person, 'quotations')}
    group by t.lead_id order by t.lead_id`.execute(db);
  return found.rows;
}

/** The sent quotations whose last day was before this one, locked; those that others hold come in a later turn. */
export async function lockOver(trx: Transaction, today: Day, most: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from quotations
    where status = 'sent' and valid_until < ${today} order by valid_until, id limit ${most}
    for update skip locked`.execute(trx);
  return found.rows.map(({ id }) => id);
}

export async function keepLink(trx: Transaction, id: number, digest: Buffer): Promise<void> {
  await sql`update quotations set link_digest = ${digest}
    where id = ${id} and link_digest is distinct from ${digest}`.execute(trx);
}

/** Who hears of a decision: who made the quotation, and the assignee of its lead. */
export async function listConcerned(trx: Transaction, id: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select u.id from quotations q
      left join leads l on l.id = q.lead_id join users u on u.id in (q.created_by, l.assigned_to)
    where q.id = ${id} and u.is_active order by u.id`.execute(trx);
  return found.rows.map((row) => row.id);
}

/** The customer or lead as a document names it besides its state; of a customer see `readParties`. */
export async function findLeadParty(db: Db, id: number) {
  return findJson<{
    name: string;
    contact_person: string;
    email: string | null;
    phone: string | null;
    address: string | null;
    city: string | null;
    state: string | null;
    postal_code: string | null;
    country: string | null;
  }>(
    db,
    sql`select company_name as name, contact_person, email, phone, address, city, state, postal_code, country
      from leads where id = ${id}`,
  );
}

/** What `quotedState` says for the newest quotation of a lead that says anything. */
export async function findQuotedState(trx: Transaction, lead: number): Promise<string | null> {
  const found = await sql<{ place_of_supply: string }>`select place_of_supply from quotations
    where lead_id = ${lead} and place_of_supply <> coalesce((select state_code from billing_profile), '')
    order by id desc limit 1`.execute(trx);
  return found.rows[0]?.place_of_supply ?? null;
}

export const quotationLinks: Links = {
  customer_id: linkTo('customers', sql`customers t`, sql`t.company_name`),
  lead_id: linkTo('leads', sql`leads t`, sql`t.company_name`),
  order_id: linkTo(
    'orders',
    sql`orders t join customers c on c.id = t.customer_id`,
    sql`t.order_number`,
  ),
  billing_address_id: addressLink,
  shipping_address_id: addressLink,
  decided_by: { from: sql`users t`, name: sql`t.first_name || ' ' || t.last_name` },
};

/** The records that sample quotations use, in order of creation. */
interface QuotedSamples {
  customers: number[];
  leads: { id: number; created_at: string }[];
  products: { id: number; unit_price: number }[];
  services: { id: number; price: number }[];
}

export async function listQuotedSamples(trx: Transaction): Promise<QuotedSamples> {
  const found = await sql<QuotedSamples>`select
    (select coalesce(json_agg(id order by id), '[]') from customers where is_active) as customers,
    (select coalesce(json_agg(json_build_object('id', id, 'created_at', created_at) order by id), '[]')
      from leads where status in ('active', 'contacted', 'qualified')) as leads,
    (select coalesce(json_agg(json_build_object('id', id, 'unit_price', unit_price) order by id), '[]')
      from products where is_active and hsn_code is not null) as products,
    (select coalesce(json_agg(json_build_object('id', id, 'price', price) order by id), '[]')
      from services where is_active and price > 0) as services`.execute(trx);
  return found.rows[0] ?? { customers: [], leads: [], products: [], services: [] };
}

/** The company’s own fields that a quotation prints. */
export async function findPrintedOwn(db: Db, id: number): Promise<readonly PrintedOwn[]> {
  const found = await sql<{
    own: PrintedOwn[];
  }>`select coalesce(printed_own, printed_custom('quotations', custom)) as own
    from quotations where id = ${id}`.execute(db);
  return found.rows[0]?.own ?? [];
}
