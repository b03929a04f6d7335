import { formatMoney } from '~/kit/shared/money/money';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { adjustmentFields, quantityProblem, unitCostProblem } from '../movements.fields';
import { stockAfter, worthOf } from '../value.rules';
import type { Product } from '../../catalogue/products.fields';
import { available, canMoveStock, isValued } from '../../catalogue/products.rules';
import { useUnitDecimals } from '~/modules/catalogue/tax/screens/units.client';
import { decimalsProblem, type UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import type { Products } from '../../catalogue/screens/products.client';

interface Props {
  products: Products;
  product: Product | null;
  onClose: () => void;
}

const initial = { adjustment_type: 'in' } as const;
const plain = ['adjustment_type', 'quantity', 'reason', 'notes'] as const;
const plainSections = [{ title: '', names: plain }];
const valued = ['adjustment_type', 'quantity', 'unit_cost', 'date', 'reason', 'notes'] as const;
const valuedSections = [{ title: '', names: valued }];

export default function StockForm({ products, product, onClose }: Props) {
  const unit = useUnitDecimals()(product?.unit_of_measure ?? '');
  return (
    <FormDialog
      opened={product !== null}
      onClose={onClose}
      title={product ? `Adjust Stock: ${product.product_name}` : 'Adjust Stock'}
      subject={product?.id}
      size="lg"
      fields={adjustmentFields}
      sections={product && isValued(product) ? valuedSections : plainSections}
      initial={initial}
      required={['quantity']}
      check={(name, { adjustment_type: type, quantity, unit_cost }) =>
        problemOf(name, { type, quantity, unit_cost }, unit)
      }
      submitLabel="Adjust Stock"
      failed={{ refused: 'Failed to adjust stock' }}
      onSubmit={async (values, key) => {
        if (!product) return;
        const { stock_quantity, unit_of_measure } = await products.adjust(product.id, values, key);
        return `Stock adjusted: ${stock_quantity} ${unit_of_measure} on hand`;
      }}
    >
      {(typed) =>
        product ? (
          <p role="status">{`${stockLine(product)} ${outcome(product, typed, unit)}`}</p>
        ) : null
      }
    </FormDialog>
  );
}

function problemOf(
  name: string,
  typed: { type: string | undefined; quantity: string | undefined; unit_cost: string | undefined },
  unit: UnitDecimals,
): string | null {
  const { type, quantity, unit_cost } = typed;
  if (name === 'unit_cost') return unitCostProblem(type, Boolean(unit_cost));
  if (name !== 'quantity' || !quantity) return null;
  return quantityProblem(type, parseNumber(quantity) ?? 0, unit);
}

function stockLine(product: Product): string {
  const { stock_quantity: onHand, reserved_quantity: reserved, unit_of_measure: unit } = product;
  return `Currently ${onHand} ${unit} on hand, ${reserved} reserved, ${available(product)} available.`;
}

/** The resulting stock, or why it is refused, by the same rule as the server's. */
function outcome(
  product: Product,
  typed: Readonly<Record<string, string>>,
  unitDecimals: UnitDecimals,
): string {
  const quantity = parseNumber(typed['quantity'] ?? '') ?? Number.NaN;
  if (!(quantity >= 0) || decimalsProblem('', quantity, unitDecimals)) return '';
  const { stock_quantity: stock, unit_of_measure: unit } = product;
  const type = typed['adjustment_type'];
  const signed = type === 'out' ? -quantity : quantity;
  const change = type === 'set' ? restOfQuantity(quantity, stock) : signed;
  const verdict = canMoveStock(product, change);
  const after = sumOfQuantities([stock, change]);
  if (!verdict.ok) return `${verdict.message}.`;
  return `After the change: ${after} ${unit} on hand${worthText(product, change, typed)}.`;
}

/** What the stock is worth after a change of today. */
function worthText(
  product: Product,
  quantity: number,
  typed: Readonly<Record<string, string>>,
): string {
  if (!isValued(product) || typed['date']) return '';
  const { stock_quantity, stock_value, average_cost } = product;
  const unitCost = parseNumber(typed['unit_cost'] ?? '');
  const cost = average_cost === null ? null : { value: average_cost, quantity: 1 };
  const worth = unitCost === null || quantity <= 0 ? null : worthOf(quantity, unitCost);
  const state = { quantity: stock_quantity, value: stock_value, cost };
  const costPrice = product.cost_price ?? 0;
  const { value } = stockAfter(state, { type: 'edit', quantity, worth, costPrice });
  return `, worth ${formatMoney(value, 'INR')}`;
}
