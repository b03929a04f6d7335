import type { RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import type { LeadScreenProps } from '~/modules/sales/leads/screens/LeadDialogs';

type Screen = () => Promise<{ default: RouteComponent }>;

/** The page of a record, with what every record's page shows besides its details. */
export function recordScreen(
  load: () => Promise<{ default: ComponentType<RecordPageProps> }>,
): Screen {
  return async () => {
    const [{ default: Page }, { recordParts }] = await Promise.all([
      load(),
      import('./recordParts'),
    ]);
    return { default: () => <Page parts={recordParts} /> };
  };
}

/** A screen of leads with the dialog that makes a quotation of one; only some show the sum of a lead's quotations. */
export function leadScreen(
  load: () => Promise<{ default: ComponentType<LeadScreenProps & RecordPageProps> }>,
  { showsQuoted = false }: { showsQuoted?: boolean } = {},
): Screen {
  return async () => {
    const [{ default: Page }, { recordParts }, quoting] = await Promise.all([
      load(),
      import('./recordParts'),
      import('~/modules/sales/quotations/screens/BuyerQuotation'),
    ]);
    function LeadScreen() {
      const { actions, dialog } = quoting.useLeadQuotation();
      const quotedOf = quoting.useQuoted(showsQuoted);
      return (
        <Page parts={recordParts} actions={actions} quotedOf={quotedOf}>
          {dialog}
        </Page>
      );
    }
    return { default: LeadScreen };
  };
}
