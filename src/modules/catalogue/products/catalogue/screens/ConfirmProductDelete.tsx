import { failureText } from '~/kit/ui/data/api';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { toast } from '~/kit/ui/elements/toasts';
import type { Product } from '../products.fields';
import type { Products } from './products.client';

interface Props {
  products: Products;
  doomed: Product | null;
  onClose: () => void;
}

export function ConfirmProductDelete({ products, doomed, onClose }: Props) {
  return (
    <ConfirmDialog
      opened={doomed !== null}
      title="Delete Product"
      subject={doomed?.product_name}
      message="This action cannot be undone. Only products with zero stock can be deleted."
      confirmLabel="Delete Product"
      danger
      onConfirm={async () => {
        if (doomed) await deleteProduct(products, doomed);
      }}
      onClose={onClose}
    />
  );
}

async function deleteProduct(products: Products, product: Product): Promise<void> {
  try {
    await products.delete(product.id);
    toast('success', `Product "${product.product_name}" has been deleted successfully`);
  } catch (error) {
    const words = {
      refused: 'Failed to delete product',
      broken: 'Error deleting product. Please try again.',
    };
    toast('error', failureText(error, words));
    throw error;
  }
}
