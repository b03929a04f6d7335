import { IconAdjustmentsHorizontal, IconCoinRupee } from '@tabler/icons-react';
import { useMemo } from 'react';
import { deleteAction, editAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import {
  type KindRights,
  useRights,
} from '~/modules/organization/workspaces/screens/rights.client';
import type { Product } from '../products.fields';
import { canDelete, canRevalue } from '../products.rules';
import type { ProductScreen } from './ProductForm';
import type { Products } from './products.client';

const ProductDetails = lazyDialog('product', () => import('./ProductDetails'));
const ProductForm = lazyDialog('subject', () => import('./ProductForm'));
const StockForm = lazyDialog('product', () => import('../../stock/screens/StockForm'));
const RevaluationForm = lazyDialog('product', () => import('../../stock/screens/RevaluationForm'));

interface Props {
  screen: ProductScreen;
  products: Products;
  dialogs: ProductDialogsState;
}

export function ProductDialogs({ screen, products, dialogs }: Props) {
  const { viewed, subject, recordTo, close } = dialogs;
  const recordToDelete = recordTo('delete');
  return (
    <>
      <ProductDetails
        product={viewed}
        onClose={close}
        onEdit={dialogs.onEdit}
        onAdjust={dialogs.onAdjust}
        onRevalue={dialogs.onRevalue}
      />
      <ProductForm screen={screen} products={products} subject={subject} onClose={close} />
      <StockForm products={products} product={recordTo('adjust')} onClose={close} />
      <RevaluationForm products={products} product={recordTo('revalue')} onClose={close} />
      <ConfirmDelete
        noun="Product"
        record={recordToDelete}
        label={recordToDelete?.product_name}
        message="This action cannot be undone. Only products with zero stock can be deleted."
        onDelete={products.delete}
        onClose={close}
      />
    </>
  );
}

const asks = ['edit', 'adjust', 'revalue', 'delete'] as const;
type ProductDialog = 'view' | (typeof asks)[number];

/** Which dialog is open, and the actions that open one; `?view={id}` opens that product's details. */
export function useProductDialogs(rows: readonly Product[]) {
  const may = useRights('products');
  const dialogs = useRecordDialogs(rows, asks, { canCreate: may.create });
  const { show } = dialogs;
  const rowActions = useMemo(() => actionsOf(show, may), [show, may]);
  const pageActions = useMemo(
    () => (may.update ? [...rowActions, revalueAction(show.revalue)] : rowActions),
    [rowActions, show, may],
  );
  return {
    ...dialogs,
    onEdit: may.update ? show.edit : null,
    onAdjust: may.update ? show.adjust : null,
    onRevalue: may.update ? show.revalue : null,
    rowActions,
    pageActions,
  };
}

export type ProductDialogsState = ReturnType<typeof useProductDialogs>;

/** Of a product's page: a row of the list has no room for what is rare. */
function revalueAction(onClick: (product: Product) => void): RowAction<Product> {
  return {
    key: 'revalue',
    label: () => 'Revalue Stock',
    icon: <IconCoinRupee size={16} />,
    onClick,
    isOffered: canRevalue,
  };
}

function actionsOf(
  show: Record<ProductDialog, (product: Product) => void>,
  may: KindRights,
): readonly RowAction<Product>[] {
  return [
    viewAction(show.view),
    editAction(show.edit, () => may.update),
    {
      key: 'adjust',
      label: () => 'Adjust Stock',
      icon: <IconAdjustmentsHorizontal size={16} />,
      onClick: show.adjust,
      isOffered: () => may.update,
    },
    deleteAction(show.delete, (product) => may.delete && canDelete(product).ok),
  ];
}
