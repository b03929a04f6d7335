import { createContext, use, useMemo, useState } from 'react';
import * as field from '~/kit/shared/fields/fields';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { type Product, trackings } from '../../catalogue/products.fields';
import { ProductPicker } from '../../catalogue/screens/ProductPicker';
import { trackProduct } from './lots.client';

const fields = {
  product_id: field.link({ label: 'Product', to: 'products', required: true }),
  tracking: field.choice({
    label: 'Tracking',
    choices: trackings.filter(({ value }) => value !== 'none'),
    required: true,
  }),
};
const sections = [{ title: '', names: ['product_id', 'tracking'] }] as const;

const Choice = createContext<{
  product: Product | null;
  setProduct: (product: Product) => void;
}>({ product: null, setProduct: () => undefined });

function ProductInput({ id, value, error, onBlur, onChange }: FieldInputProps) {
  const { product, setProduct } = use(Choice);
  return (
    <ProductPicker
      id={id}
      value={value === '' ? null : Number(value)}
      chosenName={product?.product_name}
      error={error}
      required
      onBlur={onBlur}
      onChange={(chosen) => {
        setProduct(chosen);
        onChange(String(chosen.id));
      }}
    />
  );
}

const inputs = { product_id: ProductInput };

/** "Track a Product" (docs/product/lots.md#screen). */
export function TrackProduct({ onClose }: { onClose: () => void }) {
  const [product, setProduct] = useState<Product | null>(null);
  const choice = useMemo(() => ({ product, setProduct }), [product]);
  return (
    <Choice value={choice}>
      <FormDialog
        opened
        onClose={onClose}
        title="Track a Product"
        size="lg"
        fields={fields}
        sections={sections}
        initial={{ tracking: 'lot' }}
        required={['product_id']}
        inputs={inputs}
        notes={() => ({ product_id: { text: noteOf(product), isDoubt: isStocked(product) } })}
        submitLabel="Track Product"
        failed={{ refused: 'Failed to track product' }}
        onSubmit={async ({ product_id, tracking }) => {
          const { product_name } = await trackProduct(product_id ?? 0, tracking ?? 'lot');
          return `"${product_name}" is now tracked. Receive its stock by Adjust Stock.`;
        }}
      />
    </Choice>
  );
}

function isStocked(product: Product | null): boolean {
  return product !== null && product.stock_quantity !== 0;
}

function noteOf(product: Product | null): string {
  if (!product || !isStocked(product)) return 'Its stock must be 0, and no order may hold any.';
  const { stock_quantity, unit_of_measure: unit } = product;
  return `It has ${stock_quantity} ${unit} in stock. Take them out by Adjust Stock first, then add them to lots.`;
}
