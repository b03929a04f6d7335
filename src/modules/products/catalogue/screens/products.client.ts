import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { useComputed } from '~/kit/ui/data/computed';
import { type List, useList } from '~/kit/ui/data/list-store';
import type { Adjustment, Movement } from '../../stock/movements.fields';
import type { NewProduct, Product, ProductPatch } from '../products.fields';

type Patch = ProductPatch & { updated_at?: string };

export function useProducts() {
  const list = useList<Product>({
    entity: 'products',
    path: '/products',
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
    create: async (values: NewProduct, idempotencyKey: string) =>
      kept(await api.post<Product>('/products', values, { idempotencyKey })),
    update: async (id: number, patch: Patch) =>
      kept(await api.put<Product>(`/products/${id}`, patch)),
    adjust: async (id: number, values: Adjustment, idempotencyKey: string) =>
      kept(await api.post<Product>(`/products/${id}/adjust-stock`, values, { idempotencyKey })),
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
