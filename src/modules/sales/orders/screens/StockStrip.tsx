import { formatNumber } from '~/kit/shared/money/numbers';
import { useRowOf } from '~/kit/ui/data/useWhole';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { useProducts } from '~/modules/catalogue/products/catalogue/screens/products.client';
import type { OrderWithLines } from '../orders.fields';
import { stockPromise } from '../order-form.rules';
import classes from './StockStrip.module.css';

interface Props {
  id: number | null;
  /** The total of all lines of the document. */
  ordered: number;
  /** The order being changed, whose own reservation is not counted against it. */
  before: OrderWithLines | null;
}

/** A product's stock next to its line: on hand, reserved, available, and missing. */
export function StockStrip({ id, ordered, before }: Props) {
  const product = useRowOf(useProducts(), id);
  return product ? <Strip product={product} ordered={ordered} before={before} /> : null;
}

interface StripProps extends Omit<Props, 'id'> {
  product: Product;
}

function Strip({ product, ordered, before }: StripProps) {
  const { onHand, reserved, free, short } = stockPromise(product, ordered, before);
  return (
    <p className={classes.stockStrip}>
      <span>On hand {formatNumber(onHand)}</span>
      <span>Reserved {formatNumber(reserved)}</span>
      <span>Free {formatNumber(free)}</span>
      <strong role="status">{short > 0 ? `Short ${formatNumber(short)}` : ''}</strong>
    </p>
  );
}
