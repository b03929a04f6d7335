import { useEffect, useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { type Computed, useComputed } from '~/kit/ui/data/computed';
import { type List, useList } from '~/kit/ui/data/list-store';
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

/** The figures of all products, counted by the server where they are too many to be here. */
export function useProductFigures({ rows, long, state }: Products): Computed<ProductFigures> {
  const counted = useComputed<ProductFigures>('/products/figures', {
    dependsOn: ['products'],
    day: '',
    isAsked: long !== null,
  });
  const own = useMemo(() => (long ? null : figuresOf(rows)), [rows, long]);
  return own ? { data: own, state, isEarlier: false, retry: counted.retry } : counted;
}

/** A product by its id, which is asked for where it is not here; null until then. */
export function useProduct({ rows, long }: Products, id: number | null): Product | null {
  useEffect(() => {
    if (!long || id === null) return;
    const who = {};
    long.need(who, [id]);
    return () => long.need(who, []);
  }, [long, id]);
  return useMemo(() => rows.find((each) => each.id === id) ?? null, [rows, id]);
}

function actions(list: Pick<List<Product>, 'put' | 'remove'>) {
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
