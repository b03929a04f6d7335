import type { Write } from '~/kit/server/database/context';
import type { Locked } from '~/kit/server/database/entity';
import { extensionPoint } from '~/kit/server/database/extension-point';
import type { Invoice } from '../invoices.fields';

interface Advances {
  /** Pays a locked invoice that was just issued from what its order was paid in advance. */
  takeFor: (write: Write, invoice: Locked<Invoice>) => Promise<Locked<Invoice>>;
}

/** What customers paid before the invoice, provided by the advances module (docs/product/advances.md#adjusting). */
export const advances = extensionPoint<Advances>('invoices.advances');
