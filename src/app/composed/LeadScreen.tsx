import type { ComponentType } from 'react';
import type { LeadScreenProps } from '~/modules/sales/leads/screens/LeadDialogs';
import { useLeadQuotation, useQuoted } from '~/modules/sales/quotations/screens/BuyerQuotation';

interface Props {
  Page: ComponentType<LeadScreenProps>;
  showsQuoted: boolean;
}

/** A screen of leads with the dialog that makes a quotation of one. */
export function LeadScreen({ Page, showsQuoted }: Props) {
  const { actions, dialog } = useLeadQuotation();
  const quotedOf = useQuoted(showsQuoted);
  return (
    <Page actions={actions} quotedOf={quotedOf}>
      {dialog}
    </Page>
  );
}
