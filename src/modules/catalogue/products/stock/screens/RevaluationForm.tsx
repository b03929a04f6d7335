import { formatMoney, formatPrice } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { Products } from '../../catalogue/screens/products.client';
import type { Product } from '../../catalogue/products.fields';
import { revaluationFields } from '../movements.fields';
import { worthOf } from '../value.rules';

interface Props {
  products: Products;
  product: Product | null;
  onClose: () => void;
}

const sections = [{ title: '', names: ['unit_cost', 'reason'] as const }];

/** Gives the stock of a product another average cost (docs/product/stock.md#revaluation). */
export default function RevaluationForm({ products, product, onClose }: Props) {
  return (
    <FormDialog
      opened={product !== null}
      onClose={onClose}
      title={product ? `Revalue Stock: ${product.product_name}` : 'Revalue Stock'}
      subject={product?.id}
      size="md"
      fields={revaluationFields}
      sections={sections}
      required={['unit_cost']}
      submitLabel="Revalue Stock"
      failed={{ refused: 'Failed to revalue stock' }}
      onSubmit={async (values, key) => {
        if (!product) return;
        const { stock_value } = await products.revalue(product.id, values, key);
        return `Stock revalued: worth ${formatMoney(stock_value, 'INR')}`;
      }}
    >
      {(typed) =>
        product ? <p role="status">{`${stockLine(product)} ${outcome(product, typed)}`}</p> : null
      }
    </FormDialog>
  );
}

function stockLine({
  stock_quantity,
  unit_of_measure,
  stock_value,
  average_cost,
}: Product): string {
  const stock = `${formatNumber(stock_quantity)} ${unit_of_measure} on hand`;
  const each = average_cost === null ? '' : `, ${formatPrice(average_cost)} each`;
  return `Currently ${stock}, worth ${formatMoney(stock_value, 'INR')}${each}.`;
}

function outcome({ stock_quantity }: Product, typed: Readonly<Record<string, string>>): string {
  const unitCost = parseNumber(typed['unit_cost'] ?? '');
  if (unitCost === null || unitCost < 0) return '';
  return `After the change: worth ${formatMoney(worthOf(stock_quantity, unitCost), 'INR')}.`;
}
