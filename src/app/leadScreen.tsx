import type { RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import type { LeadScreenProps } from '~/modules/sales/leads/screens/LeadDialogs';

/** A screen of leads, with what is made of a lead. */
export function leadScreen(
  load: () => Promise<ComponentType<LeadScreenProps & RecordPageProps>>,
): () => Promise<{ default: RouteComponent }> {
  return async () => {
    const [Page, { recordParts }, { useLeadQuotation }] = await Promise.all([
      load(),
      import('./recordParts'),
      import('~/modules/sales/quotations/screens/BuyerQuotation'),
    ]);
    function LeadScreen() {
      const { actions, dialog } = useLeadQuotation();
      return (
        <Page parts={recordParts} actions={actions}>
          {dialog}
        </Page>
      );
    }
    return { default: LeadScreen };
  };
}
