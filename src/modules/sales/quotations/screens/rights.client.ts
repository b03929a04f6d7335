import { useMemo } from 'react';
import { customKey } from '~/kit/shared/fields/custom';
import { canChangeOwn } from '~/kit/shared/fields/typed-own';
import type { Verdict } from '~/kit/shared/verdict';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { openFields } from '../quotation-form.rules';
import { type Quotation, quotationFields } from '../quotations.fields';
import {
  canChange,
  canDelete,
  canOrder,
  canRevise,
  canSend,
  canTakeStatus,
  isIssued,
  nextStatuses,
} from '../quotations.rules';

/** What the person may do with quotations where they work (docs/product/roles.md#rights). */
export function useQuotationRights() {
  const { today } = useCompany();
  const [create, update, remove, order] = [
    useMay('quotations.create'),
    useMay('quotations.update'),
    useMay('quotations.delete'),
    useMay('orders.create'),
  ];
  return useMemo(() => {
    const asFar = (right: Verdict, rule: (quotation: Quotation) => Verdict) => (row: Quotation) =>
      right.ok ? rule(row) : right;
    const isOpen = (name: string) => openFields.some((each) => each === name);
    return {
      canCreate: create.ok,
      canUpdate: update,
      /** Of the field `name`. */
      canAmend: (quotation: Quotation, name: string) => {
        if (isOpen(name) || !update.ok) return update;
        return customKey(name) === null
          ? canChange(quotation)
          : canChangeOwn(quotationFields, name, isIssued(quotation) ? quotation : null);
      },
      canTake: (quotation: Quotation, status: Quotation['status']) =>
        update.ok &&
        nextStatuses(quotation).includes(status) &&
        canTakeStatus(quotation, status, today).ok,
      canSend: asFar(update, (quotation) => canSend(quotation, today)),
      canRevise: asFar(update, canRevise),
      canOrder: asFar(update.ok ? order : update, (quotation) =>
        canOrder(quotation, { force: true, today }),
      ),
      canDelete: asFar(remove, canDelete),
    };
  }, [create, update, remove, order, today]);
}

export type QuotationRights = ReturnType<typeof useQuotationRights>;
