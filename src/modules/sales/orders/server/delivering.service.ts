import type { Write } from '~/kit/server/database/context';
import { extensionPoint } from '~/kit/server/database/extension-point';
import type { Locked } from '~/kit/server/database/entity';
import type { Detail } from '~/kit/server/errors';
import type { Order, OrderWithLines } from '../orders.fields';

/** How much of a line of an order a delivery has. */
export interface DeliveredPart {
  order_line_id: number;
  quantity: number;
}

/** A delivery that an order leaves behind, with what it gives back. */
export interface RemainingDelivery {
  id: number;
  parts: readonly DeliveredPart[];
}

interface Moved {
  /** Whether nothing of the order was delivered before. */
  isFirst: boolean;
  remaining: readonly RemainingDelivery[];
  /** What a new delivery has; none is made of nothing. */
  parts: readonly DeliveredPart[];
}

interface Delivering {
  /**
   * The deliveries that a locked order leaves behind when a person gives it a status; 409 naming those made by hand that
   * are in the way.
   */
  findRemaining: (
    write: Write,
    order: Locked<OrderWithLines>,
    to: Order['status'],
  ) => Promise<RemainingDelivery[]>;
  /** Makes and cancels deliveries with a status that a person gave an order; returns the id of the one made. */
  follow: (write: Write, order: OrderWithLines, moved: Moved) => Promise<number | null>;
  /** Notes on the lines of a delivery which lots its goods were taken from. */
  keepLots: (write: Write, delivery: number) => Promise<void>;
  /** Takes the deliveries off an order that is to be deleted; 409 naming those made by hand. */
  release: (write: Write, order: Locked<OrderWithLines>) => Promise<RemainingDelivery[]>;
  /** Whether every delivery of an order that was dispatched has arrived. */
  areDelivered: (write: Write, order: number) => Promise<boolean>;
  /** The deliveries of an order that are not cancelled, as a refusal lists them. */
  list: (write: Write, order: number) => Promise<Detail[]>;
}

/** The deliveries of orders, provided by the deliveries module. */
export const delivering = extensionPoint<Delivering>('orders.delivering');
