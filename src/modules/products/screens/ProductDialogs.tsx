import { IconAdjustmentsHorizontal, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { RowAction } from '~/kit/ui/tableColumn';
import { useAddressWish } from '~/kit/ui/useAddressWish';
import { useOnceTrue } from '~/kit/ui/useOnceTrue';
import type { Product } from '../products.fields';
import { canDelete } from '../products.rules';
import type { ProductPlace } from './ProductForm';
import type { Products } from './products.client';

// A list is read far more often than one of its dialogs is opened.
const ProductDetails = lazy(async () => ({
  default: (await import('./ProductDetails')).ProductDetails,
}));
const ProductForm = lazy(async () => ({ default: (await import('./ProductForm')).ProductForm }));
const ProductQuestions = lazy(async () => ({
  default: (await import('./ProductQuestions')).ProductQuestions,
}));
const StockForm = lazy(async () => ({ default: (await import('./StockForm')).StockForm }));

interface Props {
  place: ProductPlace;
  products: Products;
  dialogs: ProductDialogsState;
}

/** The products' dialogs, one at a time: details, form, stock adjustment, deletion. Each is loaded when first opened. */
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
        <ProductQuestions products={products} doomed={doomed} onClose={close} />
      ) : null}
    </Suspense>
  );
}

type Asked = 'view' | 'edit' | 'adjust' | 'delete';
type Open = { what: Asked; id: number } | { what: 'create' };

/** Which dialog is open, and the actions that open one; the address `?view={id}` opens that product's details. */
export function useProductDialogs(rows: readonly Product[]) {
  const [chosen, setOpen] = useState<Open | null>(null);
  const [wish, wishDone] = useAddressWish('view');
  const open: Open | null = chosen ?? (wish ? { what: 'view', id: Number(wish) } : null);
  const close = useCallback(() => {
    setOpen(null);
    if (wish) wishDone();
  }, [wish, wishDone]);
  const create = useCallback(() => setOpen({ what: 'create' }), []);
  const show = useMemo(() => {
    const opener = (what: Asked) => (product: Product) => setOpen({ what, id: product.id });
    return {
      view: opener('view'),
      edit: opener('edit'),
      adjust: opener('adjust'),
      delete: opener('delete'),
    };
  }, []);
  const rowActions = useMemo(() => actionsOf(show), [show]);

  const product = open && 'id' in open ? (rows.find((each) => each.id === open.id) ?? null) : null;
  const when = (what: Asked) => (open?.what === what ? product : null);
  return {
    ...show,
    create,
    close,
    rowActions,
    viewed: when('view'),
    adjusted: when('adjust'),
    doomed: when('delete'),
    subject: open?.what === 'create' ? ('new' as const) : when('edit'),
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
