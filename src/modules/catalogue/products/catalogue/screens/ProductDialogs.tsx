import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazy, Suspense, useMemo } from 'react';
import { deleteAction, editAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Product } from '../products.fields';
import { canDelete } from '../products.rules';
import type { ProductPlace } from './ProductForm';
import type { Products } from './products.client';

const ProductDetails = lazy(async () => ({
  default: (await import('./ProductDetails')).ProductDetails,
}));
const ProductForm = lazy(async () => ({ default: (await import('./ProductForm')).ProductForm }));
const ConfirmProductDelete = lazy(async () => ({
  default: (await import('./ConfirmProductDelete')).ConfirmProductDelete,
}));
const StockForm = lazy(async () => ({
  default: (await import('../../stock/screens/StockForm')).StockForm,
}));

interface Props {
  place: ProductPlace;
  products: Products;
  dialogs: ProductDialogsState;
}

export function ProductDialogs({ place, products, dialogs }: Props) {
  const { viewed, subject, adjusted, doomed, close } = dialogs;
  const needsDetails = useOnceTrue(viewed !== null);
  const needsForm = useOnceTrue(subject !== null);
  const needsStock = useOnceTrue(adjusted !== null);
  const needsQuestions = useOnceTrue(doomed !== null);
  return (
    <Suspense fallback={null}>
      {needsDetails ? (
        <ProductDetails
          product={viewed}
          onClose={close}
          onEdit={dialogs.edit}
          onAdjust={dialogs.adjust}
        />
      ) : null}
      {needsForm ? (
        <ProductForm place={place} products={products} subject={subject} onClose={close} />
      ) : null}
      {needsStock ? <StockForm products={products} product={adjusted} onClose={close} /> : null}
      {needsQuestions ? (
        <ConfirmProductDelete products={products} doomed={doomed} onClose={close} />
      ) : null}
    </Suspense>
  );
}

const asks = ['edit', 'adjust', 'delete'] as const;
type Asked = 'view' | (typeof asks)[number];

/** Which dialog is open, and the actions that open one; `?view={id}` opens that product's details. */
export function useProductDialogs(rows: readonly Product[]) {
  const may = useProductRights();
  const dialogs = useRecordDialogs(rows, asks, { canCreate: may.create });
  const { show, recordTo } = dialogs;
  const rowActions = useMemo(() => actionsOf(show, may), [show, may]);
  return {
    ...show,
    edit: may.update ? show.edit : null,
    adjust: may.update ? show.adjust : null,
    create: may.create ? dialogs.create : null,
    close: dialogs.close,
    rowActions,
    viewed: recordTo('view'),
    adjusted: recordTo('adjust'),
    doomed: recordTo('delete'),
    subject: dialogs.isCreating ? ('new' as const) : recordTo('edit'),
  };
}

export type ProductDialogsState = ReturnType<typeof useProductDialogs>;

type ProductRights = ReturnType<typeof useProductRights>;

/** What the person may do with products (docs/product/roles.md#rights). */
function useProductRights() {
  const create = useMay('products.create').ok;
  const update = useMay('products.update').ok;
  const remove = useMay('products.delete').ok;
  return useMemo(() => ({ create, update, delete: remove }), [create, update, remove]);
}

function actionsOf(
  show: Record<Asked, (product: Product) => void>,
  may: ProductRights,
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
