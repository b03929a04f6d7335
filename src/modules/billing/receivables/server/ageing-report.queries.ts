import { sql } from 'kysely';
import type { Report } from '~/kit/server/reports/report';
import { ageLabels, ageNames } from '../receivables.fields';
import { ageing, readableAccounts } from './receivables.queries';

const money = (key: string, label: string) => ({ key, label, kind: 'money' }) as const;

/** The balances of customers at the end of a day, by age (docs/product/reports.md#receivables). */
export const ageingReport: Report = {
  name: 'receivables',
  title: 'Receivables',
  about: 'Unpaid invoices by days past due, less credit, at the end of a day',
  right: 'receipts.read',
  alsoBy: 'customers.read',
  period: 'as of',
  groups: [{ value: 'customer', label: 'Customer' }],
  dependsOn: ['invoices', 'payments', 'receipts', 'credit_notes', 'advances'],
  columns: () => [
    { key: 'name', label: 'Customer', kind: 'text' },
    ...ageNames.map((name) =>
      money(name, name === 'current' ? ageLabels[name] : `${ageLabels[name]} Days`),
    ),
    money('credit', 'Credit'),
    money('total', 'Total'),
  ],
  summed: [...ageNames, 'credit', 'total'],
  chart: { x: 'name', y: 'total', parts: ageNames },
  select: ({ person }, { to, zone }) => {
    const rows = ageing({ customers: readableAccounts(person), day: to, zone });
    return sql`select r.customer_id, r.customer_name as name, ${sql.join(
      [...ageNames, 'credit', 'total'].map((name) => sql.ref(`r.${name}`)),
    )}, '/customers/' || r.customer_id || '?tab=statement' as link
      from (${rows}) r order by r.total desc, name`;
  },
};
