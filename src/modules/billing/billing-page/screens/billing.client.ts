import { useMemo } from 'react';
import { useList } from '~/kit/ui/records/list-store';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';

export function useIssuedInvoices() {
  const list = useList<Invoice>({
    entity: 'invoices',
    path: '/invoices',
  });
  return useMemo(
    () => ({ ...list, rows: list.rows.filter((invoice) => invoice.status !== 'draft') }),
    [list],
  );
}
