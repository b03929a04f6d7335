import { useMemo } from 'react';
import { customKey } from '~/kit/shared/fields/custom';
import { canChangeOwn } from '~/kit/shared/fields/typed-own';
import { allowed, type Verdict } from '~/kit/shared/verdict';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { type Invoice, invoiceFields } from '../invoices.fields';
import {
  canCancel,
  canCorrect,
  canDelete,
  canEdit,
  canFollowUp,
  canPay,
  freeBalance,
  isIssued,
  canPrint,
  canSend,
  canUseCredit,
  canWriteOff,
} from '../invoices.rules';

/** What the person may do with invoices where they work (docs/product/roles.md#rights). */
export function useInvoiceRights() {
  const [create, update, remove, issue] = [
    useMay('invoices.create'),
    useMay('invoices.update'),
    useMay('invoices.delete'),
    useMay('invoices.issue'),
  ];
  const pay = useMay('payments.create');
  const receive = useMay('receipts.create');
  const writeOff = useMay('invoices.write_off');
  const [useCredit, refund] = [useMay('receipts.update'), useMay('payments.refund')];
  return useMemo(() => {
    const asFar = (right: Verdict, rule: (invoice: Invoice) => Verdict) => (invoice: Invoice) =>
      right.ok ? rule(invoice) : right;
    const unlessDraft = (invoice: Invoice) => (invoice.status === 'draft' ? issue : allowed);
    const canLeaveDraft = (rule: (invoice: Invoice) => Verdict) => (invoice: Invoice) => {
      const verdict = unlessDraft(invoice);
      return verdict.ok ? rule(invoice) : verdict;
    };
    return {
      canCreate: create.ok,
      canAmend: (invoice: Invoice, key: string) => {
        if (!update.ok) return update;
        return customKey(key) === null
          ? canEdit(invoice, [key])
          : canChangeOwn(invoiceFields, key, isIssued(invoice) ? invoice : null);
      },
      canEdit: asFar(update, (invoice) => canEdit(invoice, ['items'])),
      canIssue: asFar(update.ok ? issue : update, (invoice) => canEdit(invoice, ['items'])),
      canSend: asFar(issue, canSend),
      canPay: asFar(pay, canLeaveDraft(canPay)),
      // The form of a receipt has issued invoices alone.
      canReceive: (invoice: Invoice) =>
        receive.ok && invoice.status !== 'draft' && canPay(invoice).ok && freeBalance(invoice) > 0,
      canPrint: (invoice: Invoice) => canPrint(invoice).ok,
      canCancel: asFar(update, canCancel),
      canDelete: asFar(remove, canDelete),
      canWriteOff: asFar(writeOff, (invoice) => canWriteOff(invoice)),
      canUseCredit: asFar(useCredit, (invoice) => canUseCredit(invoice)),
      canRefundCredit: asFar(useCredit.ok ? refund : useCredit, (invoice) => canUseCredit(invoice)),
      canFollowUp: asFar(update, canFollowUp),
      canCorrect: asFar(create.ok ? issue : create, canCorrect),
      here: update,
    };
  }, [create, update, remove, issue, pay, receive, writeOff, useCredit, refund]);
}

export type InvoiceRights = ReturnType<typeof useInvoiceRights>;
