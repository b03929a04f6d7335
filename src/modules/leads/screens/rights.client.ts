import { useMemo } from 'react';
import type { Verdict } from '~/kit/shared/verdict';
import { useCanWrite } from '~/modules/workspaces/screens/workspaces.client';
import type { Lead } from '../leads.fields';
import { canConvert, canDelete, canEdit } from '../leads.rules';

/**
 * What the person may do with leads in the current workspace; a viewer only reads (docs/product/workspaces.md#viewers).
 */
export function useLeadRights() {
  const here = useCanWrite();
  return useMemo(() => {
    const unlessReading = (rule: (lead: Lead) => Verdict) => (lead: Lead) =>
      here.ok ? rule(lead) : here;
    return {
      canCreate: here.ok,
      canEdit: unlessReading(canEdit),
      canConvert: unlessReading(canConvert),
      canDelete: unlessReading(canDelete),
    };
  }, [here]);
}

export type LeadRights = ReturnType<typeof useLeadRights>;
