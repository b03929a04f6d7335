import { Link } from '@tanstack/react-router';
import { formatNumber } from '~/kit/shared/money/numbers';
import { formatDay } from '~/kit/shared/time/days';
import { Panel } from '~/kit/ui/elements/Panel';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { useStockUses } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Product } from '../../catalogue/products.fields';
import { useProductStock } from '../../catalogue/screens/products.client';
import type { ProductStock } from '../levels.fields';
import classes from './StockLevels.module.css';

export type Levels = ProductStock['levels'];

export const levelsTitle = 'Stock by Location and Lot';

/** Where a product lies, unless it all lies in one location and no lot, available: null then (docs/product/stock.md#in-use). */
export function useShownLevels(product: Product | null): Levels | null {
  const isInUse = useStockUses().length > 0;
  const { data } = useProductStock(product, isInUse);
  if (!product || !isInUse || !data) return null;
  const isSpread = data.levels.length > 1 || data.levels.some(({ lot_id }) => lot_id !== null);
  return isSpread || data.held_quantity > 0 ? data.levels : null;
}

interface Props {
  product: Product;
  levels: Levels;
}

/** The tab "Stock" of a product's page. */
export function LevelsPanel(props: Props) {
  return (
    <Panel title={levelsTitle}>
      <div className={classes.panel}>
        <StockLevels {...props} />
      </div>
    </Panel>
  );
}

export function StockLevels({ product, levels }: Props) {
  const hasLots = levels.some(({ lot_id }) => lot_id !== null);
  return (
    <table className={classes.levels} aria-label={levelsTitle}>
      <TableHead
        titles={hasLots ? ['Location', 'Lot', 'Expires On'] : ['Location']}
        amounts={['Quantity']}
      />
      <tbody>
        {levels.map((level) => (
          <tr key={`${level.location_id} ${level.lot_id}`}>
            <td>{level.location_name}</td>
            {hasLots ? (
              <>
                <td>
                  <LotLink level={level} />
                </td>
                <td>{level.expires_on && formatDay(level.expires_on)}</td>
              </>
            ) : null}
            <td className="amount">
              {formatNumber(level.quantity)} {product.unit_of_measure}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LotLink({ level: { lot_id, lot_number } }: { level: Levels[number] }) {
  const { ok: isRead } = useMay('stock.read');
  const path: string = `/lots/${lot_id}`;
  return isRead && lot_id !== null ? <Link to={path}>{lot_number}</Link> : lot_number;
}
