import { IconAdjustmentsHorizontal, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useMemo } from 'react';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
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
  const dialogs = useRecordDialogs(rows, asks, { canCreate: true });
  const { show, recordTo } = dialogs;
  const rowActions = useMemo(() => actionsOf(show), [show]);
  return {
    ...show,
    create: dialogs.create,
    close: dialogs.close,
    rowActions,
    viewed: recordTo('view'),
    adjusted: recordTo('adjust'),
    doomed: recordTo('delete'),
    subject: dialogs.isCreating ? ('new' as const) : recordTo('edit'),
  };
}

export type ProductDialogsState = ReturnType<typeof useProductDialogs>;

function actionsOf(show: Record<Asked, (product: Product) => void>): readonly RowAction<Product>[] {
  return [
    { key: 'view', label: () => 'View', icon: <IconEye size={16} />, onClick: show.view },
    { key: 'edit', label: () => 'Edit', icon: <IconPencil size={16} />, onClick: show.edit },
    {
      key: 'adjust',
      label: () => 'Adjust Stock',
      icon: <IconAdjustmentsHorizontal size={16} />,
      onClick: show.adjust,
    },
    {
      key: 'delete',
      label: () => 'Delete',
      icon: <IconTrash size={16} />,
      onClick: show.delete,
      isOffered: (product) => canDelete(product).ok,
      danger: true,
    },
  ];
}
