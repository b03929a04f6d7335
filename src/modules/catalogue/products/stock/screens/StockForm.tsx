import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { adjustmentFields, quantityProblem } from '../movements.fields';
import type { Product } from '../../catalogue/products.fields';
import { available, canMoveStock } from '../../catalogue/products.rules';
import { useUnitDecimals } from '~/modules/catalogue/tax/screens/units.client';
import { decimalsProblem, type UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import type { Products } from '../../catalogue/screens/products.client';

interface Props {
  products: Products;
  product: Product | null;
  onClose: () => void;
}

const initial = { adjustment_type: 'in' } as const;

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
      initial={initial}
      required={['quantity']}
      check={(name, { adjustment_type: type, quantity }) =>
        name === 'quantity' && quantity
          ? quantityProblem(type, parseNumber(quantity) ?? 0, unit)
          : null
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
  return verdict.ok ? `After the change: ${after} ${unit} on hand.` : `${verdict.message}.`;
}
