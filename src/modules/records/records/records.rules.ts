/** The kinds of records with a page of their own, by the names of their lists. */
export const recordKinds = ['leads', 'customers', 'orders', 'invoices', 'products'] as const;

export type RecordKind = (typeof recordKinds)[number];

export const recordNouns: Readonly<Record<RecordKind, string>> = {
  leads: 'Lead',
  customers: 'Customer',
  orders: 'Order',
  invoices: 'Invoice',
  products: 'Product',
};

/** What the feed calls them. */
export const recordTypes = {
  leads: 'lead',
  customers: 'customer',
  orders: 'order',
  invoices: 'invoice',
  products: 'product',
} as const satisfies Record<RecordKind, string>;

/** The screens with their lists. */
export const recordLists: Readonly<Record<RecordKind, string>> = {
  leads: '/leads',
  customers: '/customers',
  orders: '/orders',
  invoices: '/invoices',
  products: '/inventory/products',
};

/** The address of a record's page (docs/product/records.md#page): `/inventory/products/12`. */
export function recordPath(kind: RecordKind, id: number): string {
  return `${recordLists[kind]}/${id}`;
}

/** The address of the page of a record as refusals and the feed name it; null for one that has none. */
export function recordOfType({ type, id }: { type: string; id: number }): string | null {
  const kind = recordKinds.find((each) => recordTypes[each] === type);
  return kind ? recordPath(kind, id) : null;
}
