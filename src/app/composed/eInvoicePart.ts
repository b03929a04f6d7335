import { lazyPart } from '~/kit/ui/hooks/lazyPart';

/** What portals give for an invoice or a note, in its details. */
export const EInvoice = lazyPart(() => import('~/modules/compliance/filings/screens/EInvoice'));
