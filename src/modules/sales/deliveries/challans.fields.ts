import type { GoodsDocument } from '~/modules/sales/documents/print/tax-documents.fields';
import type { Delivery, transportNames } from './deliveries.fields';

/** All that a delivery challan says: the goods as they were when they left, the transport as it is now. */
export interface Challan {
  goods: GoodsDocument & { order_number: string };
  transport: Pick<Delivery, (typeof transportNames)[number]>;
  /** A data URL. */
  logo: string | null;
}
