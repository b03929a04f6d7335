import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import { registerDependents } from '~/kit/server/database/dependents';
import { formatMoney } from '~/kit/shared/money/money';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import {
  registerMove,
  registerPart,
  registerTies,
  registerUndo,
  tieBy,
} from '~/modules/records/batches/server/registry.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { numbered, registerSearch } from '~/modules/records/records/server/search-sources.service';
import { registerTimeline } from '~/modules/records/records/server/timeline-sources.service';
import { registerKindPlacement } from '~/modules/organization/workspaces/server/whereabouts.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { origins } from '~/modules/sales/orders/server/origins.service';
import { type Quotation, quotationStatuses } from '../quotations.fields';
import { quotationLabel } from '../quotations.rules';
import { quotationBulk, quotationOneByOne } from './bulk.internal';
import { originOf, releaseQuotation, tieAgain } from './decisions.actions';
import { label, party, quotationLines, quotationLinks, quotations } from './quotations.queries';

const readableBy = (person: Person) => readable(person, 'quotations');

export function provideQuotations(): void {
  registerSearch({
    type: 'quotation',
    kind: 'quotations',
    from: sql`quotations`,
    follows: party,
    detail: sql`c.company_name`,
    ...numbered(sql`t.quotation_number`),
    isWhole: (whole: SqlPart) => sql`t.quotation_number = upper(${whole})`,
  });
  registerRecords('quotations', {
    entity: quotations,
    links: quotationLinks,
    lines: [quotationLines],
  });
  registerKindPlacement('quotations', 'quotations', sql`quotations t ${party}`);
  registerTimelines();
  origins.provide({ list: originOf, release: releaseQuotation, tieAgain });
  const withLine = (column: SqlPart, id: number | SqlPart) =>
    sql`t.id in (select quotation_id from quotation_lines where ${column} = ${id})`;
  registerDependents({
    table: 'quotations',
    type: 'quotation',
    label,
    join: party,
    readableBy,
    of: {
      customers: (id) => sql`t.customer_id = ${id}`,
      leads: (id) => sql`t.lead_id = ${id}`,
      products: (id) => withLine(sql`product_id`, id),
      services: (id) => withLine(sql`service_id`, id),
    },
  });
  registerUndo({ table: 'quotations', noun: 'Quotation', label, each: quotationOneByOne });
  registerPart({
    of: 'quotations',
    table: 'quotation_lines',
    owner: sql`t.quotation_id`,
    label: sql`t.description`,
    noun: null,
  });
  registerReferences();
  registerBulk(quotationBulk);
}

type EventData = Pick<
  Quotation,
  'id' | 'quotation_number' | 'revision' | 'status' | 'total_amount'
>;

function describe({ id, status, total_amount, ...numbered }: EventData) {
  const word = quotationStatuses.find(({ value }) => value === status)?.label ?? status;
  return {
    title: `Quotation ${quotationLabel(numbered)}`,
    text: `${word}, ${formatMoney(total_amount, 'INR')}`,
    link: { type: 'quotation', id },
  };
}

/** What moves with a merge, and goes back together when that is undone. */
function registerReferences(): void {
  for (const of of ['customers', 'leads'] as const) {
    const column = of === 'customers' ? 'customer_id' : 'lead_id';
    registerMove({ of, table: 'quotations', column, kind: 'quotations' });
  }
  registerTies('quotations', [
    tieBy('customers', 'quotations', { column: 'order_id', other: 'orders' }),
    {
      of: 'customers',
      one: 'leads',
      other: 'orders',
      at: { table: 'quotations', one: 'lead_id', other: 'order_id' },
    },
    tieBy('customers', 'quotations', {
      column: 'billing_address_id',
      other: 'customer_addresses',
    }),
    tieBy('customers', 'quotations', {
      column: 'shipping_address_id',
      other: 'customer_addresses',
    }),
  ]);
  registerMove({ of: 'products', table: 'quotation_lines', column: 'product_id' });
}

/** Quotations on the timelines of whom and what they name. */
function registerTimelines(): void {
  const eventsWhere = (
    person: Person,
    where: SqlPart,
  ) => sql`select t.id as ref, t.created_at as at,
      t.created_by_name as actor, json_build_object('id', t.id, 'quotation_number', t.quotation_number,
        'revision', t.revision, 'status', t.status, 'total_amount', t.total_amount) as facts
    from quotations t ${party} where ${where} and ${readableBy(person)}`;
  const targets = {
    customers: (id: number) => sql`t.customer_id = ${id}`,
    leads: (id: number) => sql`t.lead_id = ${id}`,
    orders: (id: number) => sql`t.order_id = ${id}`,
    products: (id: number) =>
      sql`t.id in (select quotation_id from quotation_lines where product_id = ${id})`,
  } as const;
  for (const [of, where] of Object.entries(targets)) {
    registerTimeline<EventData>({
      of: of as keyof typeof targets,
      name: 'quotation',
      kind: 'document',
      describe,
      select: (person, id) => eventsWhere(person, where(id)),
    });
  }
}
