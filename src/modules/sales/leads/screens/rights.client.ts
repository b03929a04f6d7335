import { useMemo } from 'react';
import type { Verdict } from '~/kit/shared/verdict';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Lead } from '../leads.fields';
import { canConvert, canDelete, canEdit } from '../leads.rules';

/** What the person may do with leads where they work (docs/product/roles.md#rights). */
export function useLeadRights() {
  const [create, update, remove] = [
    useMay('leads.create'),
    useMay('leads.update'),
    useMay('leads.delete'),
  ];
  const makeCustomer = useMay('customers.create');
  return useMemo(() => {
    const asFar = (right: Verdict, rule: (lead: Lead) => Verdict) => (lead: Lead) =>
      right.ok ? rule(lead) : right;
    return {
      canCreate: create.ok,
      canEdit: asFar(update, canEdit),
      canConvert: asFar(update.ok ? makeCustomer : update, canConvert),
      canDelete: asFar(remove, canDelete),
    };
  }, [create, update, remove, makeCustomer]);
}

export type LeadRights = ReturnType<typeof useLeadRights>;
