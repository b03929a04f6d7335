import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { useComputed } from '~/kit/ui/data/computed';
import { type List, useList } from '~/kit/ui/data/list-store';
import type { Adjustment, Movement } from '../../stock/movements.fields';
import type { NewProduct, Product, ProductPatch } from '../products.fields';

type Patch = ProductPatch & { updated_at?: string };

/** All products and what can be done with them; the list follows what the server answered. */
export function useProducts() {
  const list = useList<Product>({
    entity: 'products',
    path: '/products',
    dependsOn: ['categories', 'subcategories', 'brands'],
  });
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

export type Products = ReturnType<typeof useProducts>;

function actions(list: List<Product>) {
  const kept = (product: Product): Product => {
    list.put(product);
    return product;
  };
  return {
    create: async (values: NewProduct) => kept(await api.post<Product>('/products', values)),
    update: async (id: number, patch: Patch) =>
      kept(await api.put<Product>(`/products/${id}`, patch)),
    adjust: async (id: number, values: Adjustment) =>
      kept(await api.post<Product>(`/products/${id}/adjust-stock`, values)),
    delete: async (id: number) => {
      await api.delete(`/products/${id}`);
      list.remove(id);
    },
  };
}

/** A product's stock movements, newest first. */
export function useMovements(product: Product) {
  // Another moment of the product may be another stock; it is asked again when it is.
  return useComputed<Movement[]>(`/products/${product.id}/stock-movements`, {
    dependsOn: [],
    day: `${product.stock_quantity} ${product.updated_at}`,
  });
}
