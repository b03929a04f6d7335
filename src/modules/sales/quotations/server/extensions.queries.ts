import { sql } from 'kysely';
import { formatMoney } from '~/kit/shared/money/money';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import {
  registerMove,
  registerTies,
  tiesBy,
} from '~/modules/records/batches/server/registry.service';
import { registerDocument } from '~/modules/sales/customers/server/customers.service';
import { quoting } from '~/modules/sales/leads/server/quoting.service';
import { origins } from '~/modules/sales/orders/server/origins.service';
import { type Quotation, quotationStatuses } from '../quotations.fields';
import { quotationLabel } from '../quotations.rules';
import { quotationBulk, quotationOneByOne } from './bulk.internal';
import { originOf, releaseQuotation, tieAgain } from './decisions.actions';
import {
  findQuotedState,
  label,
  ofCustomer,
  ofLead,
  party,
  quotationLines,
  quotationLinks,
  quotations,
} from './quotations.queries';

export function provideQuotations(): void {
  registerDocument(quotations, {
    type: 'quotation',
    kind: 'quotations',
    number: sql`t.quotation_number`,
    label,
    join: party,
    lines: quotationLines,
    goods: ['products', 'services'],
    links: quotationLinks,
    refersTo: { customers: ofCustomer, leads: ofLead },
    each: quotationOneByOne,
    events: {
      kind: 'document',
      details: sql`t.id, t.quotation_number, t.revision, t.status, t.total_amount`,
      describe,
      of: {
        customers: ofCustomer,
        leads: ofLead,
        orders: (id) => sql`t.order_id = ${id}`,
      },
    },
  });
  quoting.provide({ stateOf: findQuotedState });
  origins.provide({ list: originOf, release: releaseQuotation, tieAgain });
  registerMove({ of: 'leads', table: 'quotations', column: 'lead_id', kind: 'quotations' });
  registerTies('quotations', [
    ...tiesBy('customers', 'quotations', {
      order_id: 'orders',
      billing_address_id: 'customer_addresses',
      shipping_address_id: 'customer_addresses',
    }),
    {
      of: 'customers',
      one: 'leads',
      other: 'orders',
      at: { table: 'quotations', one: 'lead_id', other: 'order_id' },
    },
  ]);
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
