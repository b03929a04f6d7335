import type { Revalued } from '../../stock/revalued.fields';
import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { type Computed, useComputed } from '~/kit/ui/records/computed';
import { type List, useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import { useFigures } from '~/kit/ui/records/useWhole';
import type { ProductStock } from '../../stock/levels.fields';
import type { Adjustment, Movement, Revaluation } from '../../stock/movements.fields';
import type { Product } from '../products.fields';
import { figuresOf, type ProductFigures } from '../products.rules';

export function useProducts() {
  return useProductsIn(
    useList<Product>({
      entity: 'products',
      path: '/products',
      longDependsOn: ['categories', 'subcategories', 'brands'],
    }),
  );
}

export type Products = ReturnType<typeof useProductsIn>;

/** What is done with the products of a list, or with the one of a page. */
export function useProductsIn(list: List<Product>) {
  const { path, put, remove } = list;
  const does = useMemo(() => actions({ path, put, remove }), [path, put, remove]);
  return useMemo(() => ({ ...list, ...does }), [list, does]);
}

/** The figures of all products. */
export function useProductFigures(products: Products): Computed<ProductFigures> {
  return useFigures(products, '/products/figures', figuresOf);
}

function actions(list: Pick<List<Product>, 'path' | 'put' | 'remove'>) {
  const { stored, ...calls } = recordCalls(list, (product: Product) => product);
  return {
    ...calls,
    adjust: async (id: number, values: Adjustment, idempotencyKey: string) =>
      stored(
        await api.post<Product & Revalued>(`/products/${id}/adjust-stock`, values, {
          idempotencyKey,
        }),
      ),
    revalue: async (id: number, values: Revaluation, idempotencyKey: string) =>
      stored(await api.post<Product>(`/products/${id}/revalue`, values, { idempotencyKey })),
  };
}

export function useMovements(product: Product) {
  // Keyed by `updated_at`: another version of the product may have another stock.
  return useComputed<Movement[]>(`/products/${product.id}/stock-movements`, {
    dependsOn: [],
    day: `${product.stock_quantity} ${product.stock_value} ${product.updated_at}`,
  });
}

/** Where a product lies; nothing unless enabled. */
export function useProductStock(product: Product | null, isEnabled: boolean) {
  return useComputed<ProductStock>(`/products/${product?.id ?? 0}/stock`, {
    dependsOn: ['locations', 'lots'],
    day: product ? `${product.stock_quantity} ${product.updated_at}` : '',
    isEnabled: isEnabled && product !== null,
  });
}
