import type { RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import type { LeadScreenProps } from '~/modules/sales/leads/screens/LeadDialogs';

type Screen = () => Promise<{ default: RouteComponent }>;

/** The page of a record, with what every record's page shows besides its details. */
export const recordScreen = recordScreenWith(async () => ({}));
export const billScreen = recordScreenWith(() => import('./composed/billParts'));
export const deliveryScreen = recordScreenWith(() => import('./composed/deliveryParts'));
export const invoiceScreen = recordScreenWith(() => import('./composed/invoiceParts'));
export const lotScreen = recordScreenWith(() => import('./composed/lotParts'));
export const orderScreen = recordScreenWith(() => import('./composed/orderParts'));
export const transferScreen = recordScreenWith(() => import('./composed/transferParts'));
export const purchaseOrderScreen = recordScreenWith(() => import('./composed/purchaseOrderParts'));

/** `loadParts` gives what modules above the record's own add to its page. */
function recordScreenWith<Parts extends object>(loadParts: () => Promise<Parts>) {
  return (load: () => Promise<{ default: ComponentType<RecordPageProps & Parts> }>): Screen =>
    async () => {
      const [{ default: Page }, { recordParts }, parts] = await Promise.all([
        load(),
        import('./composed/recordParts'),
        loadParts(),
      ]);
      return { default: () => <Page parts={recordParts} {...parts} /> };
    };
}

/** A screen of leads with the dialog that makes a quotation of one; only some show the sum of a lead's quotations. */
export function leadScreen(
  load: () => Promise<{ default: ComponentType<LeadScreenProps> }>,
  { showsQuoted = false }: { showsQuoted?: boolean } = {},
): Screen {
  return async () => {
    const [{ default: Page }, { LeadScreen }] = await Promise.all([
      load(),
      import('./composed/LeadScreen'),
    ]);
    return { default: () => <LeadScreen Page={Page} showsQuoted={showsQuoted} /> };
  };
}

/** The page of a lead, with what every record's page shows besides its details. */
export function leadPageScreen(
  load: () => Promise<{ default: ComponentType<LeadScreenProps & RecordPageProps> }>,
): Screen {
  return leadScreen(async () => {
    const [{ default: Page }, { recordParts }] = await Promise.all([
      load(),
      import('./composed/recordParts'),
    ]);
    return { default: (props) => <Page parts={recordParts} {...props} /> };
  });
}
