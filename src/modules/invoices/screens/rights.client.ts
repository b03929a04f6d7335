import { useMemo } from 'react';
import type { Verdict } from '~/kit/shared/verdict';
import { useCanWrite } from '~/modules/workspaces/screens/workspaces.client';
import type { Invoice } from '../invoices.fields';
import { canCancel, canDelete, canEdit, canPay, canSend } from '../invoices.rules';

/**
 * What the person may do with invoices in the current workspace; a viewer only reads
 * (docs/product/workspaces.md#viewers).
 */
export function useInvoiceRights() {
  const here = useCanWrite();
  return useMemo(() => {
    const unlessReading = (rule: (invoice: Invoice) => Verdict) => (invoice: Invoice) =>
      here.ok ? rule(invoice) : here;
    return {
      canCreate: here.ok,
      canAmend: (invoice: Invoice, key: string) => (here.ok ? canEdit(invoice, [key]) : here),
      /** Editing the whole form, which also permits issuing. */
      canEdit: unlessReading((invoice) => canEdit(invoice, ['items'])),
      canSend: unlessReading(canSend),
      canPay: unlessReading(canPay),
      canCancel: unlessReading(canCancel),
      canDelete: unlessReading(canDelete),
      here,
    };
  }, [here]);
}

export type InvoiceRights = ReturnType<typeof useInvoiceRights>;
