import type { Transaction } from '~/kit/server/database/transaction';
import { hasRows } from '~/kit/server/database/entity';
import { findByAddress } from '~/modules/users/server/users.service';
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

/** Views that a sample colleague shares; skipped where that one does not exist. Returns how many. */
export async function fillDemoViews(trx: Transaction, now: Date): Promise<number> {
  const maker = await findByAddress(trx, 'meera.kulkarni@sales.example');
  if (!maker || (await hasRows(trx, 'views'))) return 0;
  for (const sample of samples)
    await insertView(trx, { ...sample, is_shared: true }, { by: maker.id, now });
  return samples.length;
}
