import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { type Computed, useComputed } from '~/kit/ui/data/computed';
import { type List, useList } from '~/kit/ui/data/list-store';
import { useFigures } from '~/kit/ui/data/useWhole';
import type { Adjustment, Movement } from '../../stock/movements.fields';
import type { NewProduct, Product, ProductPatch } from '../products.fields';
import { figuresOf, type ProductFigures } from '../products.rules';

type Patch = ProductPatch & { updated_at?: string };

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
  const { put, remove } = list;
  const does = useMemo(() => actions({ put, remove }), [put, remove]);
  return useMemo(() => ({ ...list, ...does }), [list, does]);
}

/** The figures of all products. */
export function useProductFigures(products: Products): Computed<ProductFigures> {
  return useFigures(products, '/products/figures', figuresOf);
}

function actions(list: Pick<List<Product>, 'put' | 'remove'>) {
  const stored = (product: Product): Product => {
    list.put(product);
    return product;
  };
  return {
    create: async (values: NewProduct, idempotencyKey: string) =>
      stored(await api.post<Product>('/products', values, { idempotencyKey })),
    update: async (id: number, patch: Patch) =>
      stored(await api.put<Product>(`/products/${id}`, patch)),
    adjust: async (id: number, values: Adjustment, idempotencyKey: string) =>
      stored(await api.post<Product>(`/products/${id}/adjust-stock`, values, { idempotencyKey })),
    delete: async (id: number) => {
      await api.delete(`/products/${id}`);
      list.remove(id);
    },
  };
}

export function useMovements(product: Product) {
  // Keyed by `updated_at`: another version of the product may have another stock.
  return useComputed<Movement[]>(`/products/${product.id}/stock-movements`, {
    dependsOn: [],
    day: `${product.stock_quantity} ${product.updated_at}`,
  });
}
