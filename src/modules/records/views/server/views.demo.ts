import type { Transaction } from '~/kit/server/database/transaction';
import { hasRows } from '~/kit/server/database/entity';
import {
  findByAddress,
  firstAdministrator,
} from '~/modules/organization/users/server/users.service';
import type { NewView } from '../views.fields';
import { insertView } from './views.queries';

const samples: readonly Pick<NewView, 'list' | 'name' | 'state'>[] = [
  {
    list: 'leads',
    name: 'Qualified, dearest first',
    state: {
      filters: { status: 'qualified' },
      columns: [
        'company_name',
        'contact_person',
        'phone',
        'annual_revenue',
        'assigned_to',
        'actions',
      ],
      sort: { key: 'annual_revenue', direction: 'desc' },
      layout: 'list',
    },
  },
  {
    list: 'orders',
    name: 'To be shipped',
    state: {
      filters: { status: 'processing' },
      sort: { key: 'delivery_date', direction: 'asc' },
      layout: 'list',
    },
  },
  {
    list: 'invoices',
    name: 'Overdue, oldest first',
    state: { filters: { status: 'overdue' }, sort: { key: 'due_date', direction: 'asc' } },
  },
  {
    list: 'products',
    name: 'Low stock',
    state: {
      filters: { stock_status: 'low' },
      columns: ['product_name', 'sku_code', 'stock_quantity', 'reorder_level', 'actions'],
    },
  },
];

/** No one else's. */
const own: Pick<NewView, 'list' | 'name' | 'state'> = {
  list: 'customers',
  name: 'On 60 days',
  state: {
    filters: { payment_terms: 'net_60' },
    columns: ['company_name', 'contact_person', 'city', 'payment_terms', 'credit_limit', 'actions'],
    sort: { key: 'credit_limit', direction: 'desc' },
  },
};

/** Views that a sample colleague shares, and a private one of the first administrator; returns how many. */
export async function fillDemoViews(trx: Transaction, now: Date): Promise<number> {
  const admin = await firstAdministrator(trx);
  if (admin === null || (await hasRows(trx, 'views'))) return 0;
  const colleague = await findByAddress(trx, 'meera.kulkarni@sales.example');
  for (const sample of samples) {
    await insertView(trx, { ...sample, is_shared: true }, { by: colleague?.id ?? admin, now });
  }
  await insertView(trx, own, { by: admin, now });
  return samples.length + 1;
}
