import { formatNumber } from '~/kit/shared/money/numbers';
import type { Product } from '~/modules/products/catalogue/products.fields';
import type { OrderWithLines } from '../orders.fields';
import { stockPromise } from '../order-form.rules';
import classes from './StockStrip.module.css';

interface Props {
  product: Product;
  /** The total of all lines of the document. */
  asked: number;
  /** The order being changed, whose own reservation is not counted against it. */
  before: OrderWithLines | null;
}

/** A product's stock beside its line: on hand, reserved, available, and missing. */
export function StockStrip({ product, asked, before }: Props) {
  const { onHand, reserved, free, short } = stockPromise(product, asked, before);
  return (
    <p className={classes.stockStrip}>
      <span>On hand {formatNumber(onHand)}</span>
      <span>Reserved {formatNumber(reserved)}</span>
      <span>Free {formatNumber(free)}</span>
      <strong role="status">{short > 0 ? `Short ${formatNumber(short)}` : ''}</strong>
    </p>
  );
}
