const usual = ['create', 'update', 'delete', 'export'] as const;

const common = {
  actions: usual,
  workspace: 'customer',
  owners: ['created_by'],
  parts: [],
  hasPage: true,
  takesBulk: true,
  canMerge: false,
  inFeed: true,
} as const;

/**
 * The kinds of records that roles decide about. Modules below a kind's own read this entry and the one in `lists`, so that
 * a new kind is an entry in each.
 *
 * - `actions`: what a role permits besides reading (docs/product/roles.md#rights)
 * - `workspace`: of the record itself or of its customer; null for kinds without an owner (docs/product/roles.md#reading)
 * - `owners`: columns with the users whose own record it is
 * - `parts`: further tables whose rows are read with the rights of this kind
 * - `hasPage`: its records have a page, with timeline, notes, files and next steps (docs/product/records.md#page)
 * - `takesBulk`: many can be changed at once (docs/product/bulk.md#bulk-changes)
 * - `canMerge`: two can be found to be duplicates, and become one (docs/product/duplicates.md)
 * - `inFeed`: the activity feed offers it as a filter (docs/product/activity.md#screen)
 */
const kindsWithRights = {
  leads: {
    actions: usual,
    workspace: 'record',
    owners: ['created_by', 'assigned_to'],
    parts: [],
    hasPage: true,
    takesBulk: true,
    canMerge: true,
    inFeed: true,
  },
  customers: {
    actions: usual,
    workspace: 'record',
    owners: ['created_by'],
    parts: ['customer_addresses', 'customer_contacts'],
    hasPage: true,
    takesBulk: true,
    canMerge: true,
    inFeed: true,
  },
  quotations: common,
  orders: { ...common, actions: [...usual, 'exceed_credit'] },
  deliveries: common,
  invoices: {
    ...common,
    actions: [...usual, 'issue', 'write_off'],
    parts: ['credit_notes'],
  },
  payments: {
    ...common,
    actions: [...usual, 'refund'],
    parts: ['advances'],
    hasPage: false,
    takesBulk: false,
  },
  receipts: { ...common, takesBulk: false },
  products: {
    actions: usual,
    workspace: null,
    owners: [],
    parts: ['categories', 'subcategories', 'brands'],
    hasPage: true,
    takesBulk: true,
    canMerge: true,
    inFeed: false,
  },
  services: {
    actions: usual,
    workspace: null,
    owners: [],
    parts: [],
    hasPage: false,
    takesBulk: true,
    canMerge: false,
    inFeed: false,
  },
  price_lists: { ...common, workspace: null, owners: [] },
  vendors: { ...common, workspace: null, owners: [], canMerge: true },
  purchase_orders: { ...common, workspace: null, owners: [] },
  goods_receipts: { ...common, workspace: null, owners: [] },
  bills: {
    ...common,
    actions: [...usual, 'approve'],
    workspace: null,
    owners: [],
  },
  vendor_payments: { ...common, workspace: null, owners: [], takesBulk: false },
} as const;

const ofStock = { ...common, workspace: null, owners: [] } as const;

/** Kinds of stock: the rights to stock decide about them. */
const stockKinds = { transfers: ofStock, counts: ofStock, lots: ofStock } as const;

export const kinds = { ...kindsWithRights, ...stockKinds } as const;

export type Kind = keyof typeof kinds;
export type KindWithRights = keyof typeof kindsWithRights;
export type Action = (typeof kinds)[Kind]['actions'][number];

export const kindNames = Object.keys(kinds) as Kind[];

type KindWith<Flag extends string> = {
  [K in Kind]: (typeof kinds)[K] extends Readonly<Record<Flag, true>> ? K : never;
}[Kind];

function kindsWith<Flag extends 'hasPage' | 'takesBulk' | 'canMerge' | 'inFeed'>(flag: Flag) {
  return kindNames.filter((kind): kind is KindWith<Flag> => kinds[kind][flag]);
}

export const recordKinds = kindsWith('hasPage');
export type RecordKind = KindWith<'hasPage'>;

/** Which record something belongs to. */
export interface RecordRef {
  kind: RecordKind;
  id: number;
}

export const bulkKinds = kindsWith('takesBulk');
export type BulkKindName = KindWith<'takesBulk'>;

export const mergeKinds = kindsWith('canMerge');
export type MergeKindName = KindWith<'canMerge'>;

export const feedKinds = kindsWith('inFeed');

/**
 * The lists of records in the order of the menu.
 *
 * - `type`: what the activity log, the search and refusals call one of its records
 * - `path`: the address of its screen
 * - `kind`: whose rights decide; null where none do
 * - `byGst`: only where tax is by GST
 */
export const lists = {
  leads: { type: 'lead', noun: 'Lead', plural: 'Leads', path: '/leads', kind: 'leads' },
  customers: {
    type: 'customer',
    noun: 'Customer',
    plural: 'Customers',
    path: '/customers',
    kind: 'customers',
  },
  vendors: {
    type: 'vendor',
    noun: 'Vendor',
    plural: 'Vendors',
    path: '/vendors',
    kind: 'vendors',
  },
  products: {
    type: 'product',
    noun: 'Product',
    plural: 'Products',
    path: '/inventory/products',
    kind: 'products',
  },
  services: {
    type: 'service',
    noun: 'Service',
    plural: 'Services',
    path: '/services',
    kind: 'services',
  },
  price_lists: {
    type: 'price_list',
    noun: 'Price List',
    plural: 'Price Lists',
    path: '/price-lists',
    kind: 'price_lists',
  },
  quotations: {
    type: 'quotation',
    noun: 'Quotation',
    plural: 'Quotations',
    path: '/quotations',
    kind: 'quotations',
  },
  orders: { type: 'order', noun: 'Order', plural: 'Orders', path: '/orders', kind: 'orders' },
  deliveries: {
    type: 'delivery',
    noun: 'Delivery',
    plural: 'Deliveries',
    path: '/deliveries',
    kind: 'deliveries',
  },
  purchase_orders: {
    type: 'purchase_order',
    noun: 'Purchase Order',
    plural: 'Purchase Orders',
    path: '/purchase-orders',
    kind: 'purchase_orders',
  },
  goods_receipts: {
    type: 'goods_receipt',
    noun: 'Goods Receipt',
    plural: 'Goods Receipts',
    path: '/goods-receipts',
    kind: 'goods_receipts',
  },
  invoices: {
    type: 'invoice',
    noun: 'Invoice',
    plural: 'Invoices',
    path: '/invoices',
    kind: 'invoices',
  },
  payments: {
    type: 'payment',
    noun: 'Payment',
    plural: 'Payments',
    path: '/payments',
    kind: 'payments',
  },
  receipts: {
    type: 'receipt',
    noun: 'Receipt',
    plural: 'Receipts',
    path: '/receipts',
    kind: 'receipts',
  },
  bills: { type: 'bill', noun: 'Bill', plural: 'Bills', path: '/bills', kind: 'bills' },
  vendor_payments: {
    type: 'vendor_payment',
    noun: 'Vendor Payment',
    plural: 'Vendor Payments',
    path: '/vendor-payments',
    kind: 'vendor_payments',
  },
  advances: {
    type: 'advance',
    noun: 'Advance',
    plural: 'Advances',
    path: '/advances',
    kind: 'payments',
    byGst: true,
  },
  'credit-notes': {
    type: 'credit_note',
    noun: 'Credit Note',
    plural: 'Credit Notes',
    path: '/credit-notes',
    kind: 'invoices',
    byGst: true,
  },
  'debit-notes': {
    type: 'debit_note',
    noun: 'Debit Note',
    plural: 'Debit Notes',
    path: '/debit-notes',
    kind: 'invoices',
    byGst: true,
  },
  transfers: {
    type: 'transfer',
    noun: 'Transfer',
    plural: 'Transfers',
    path: '/transfers',
    kind: 'stock',
  },
  counts: {
    type: 'count',
    noun: 'Stock Count',
    plural: 'Stock Counts',
    path: '/counts',
    kind: 'stock',
  },
  lots: { type: 'lot', noun: 'Lot', plural: 'Lots', path: '/lots', kind: 'stock' },
  users: { type: 'user', noun: 'User', plural: 'Users', path: '/users', kind: null },
} as const satisfies Record<string, RecordList>;

interface RecordList {
  type: string;
  noun: string;
  plural: string;
  path: string;
  kind: KindWithRights | 'stock' | null;
  byGst?: true;
}

export type RecordType = (typeof lists)[keyof typeof lists]['type'];

export const allLists: readonly (RecordList & { name: keyof typeof lists; type: RecordType })[] = (
  Object.keys(lists) as (keyof typeof lists)[]
).map((name) => ({ name, ...lists[name] }));

/** What the records of a list are called within a sentence: one "stock count", several "stock counts". */
export function nounsOf(list: keyof typeof lists): Readonly<Record<'noun' | 'plural', string>> {
  const { noun, plural } = lists[list];
  return { noun: noun.toLowerCase(), plural: plural.toLowerCase() };
}

/** The subjects of a role's rights: the kinds of records, what happens to stock, and reports. */
export const subjects = {
  ...kindsWithRights,
  stock: { actions: usual, workspace: null },
  reports: { actions: [], workspace: null },
} as const;

export type Subject = keyof typeof subjects;

export const subjectNames = Object.keys(subjects) as Subject[];

type StockKind = keyof typeof stockKinds;

/** The subject whose rights decide about records of a kind. */
export function subjectOfKind<K extends Kind>(kind: K): K extends StockKind ? 'stock' : K;
export function subjectOfKind(kind: Kind): Subject {
  return isOfStock(kind) ? 'stock' : kind;
}

function isOfStock(kind: Kind): kind is StockKind {
  return kind in stockKinds;
}

export function subjectLabel(subject: Subject): string {
  if (subject === 'stock') return 'Stock';
  return subject === 'reports' ? 'Reports' : lists[subject].plural;
}

/** Where the calls about a kind's records begin: `/leads`. */
export function callPath(kind: Kind): string {
  return `/${kind.replaceAll('_', '-')}`;
}

/** The address of a record's page (docs/product/records.md#page): `/inventory/products/12`. */
export function recordPath(kind: RecordKind, id: number): string {
  return `${lists[kind].path}/${id}`;
}

/** The address of the page of a record that a refusal or the feed names; null for one that has none. */
export function recordPathOfType({ type, id }: { type: string; id: number }): string | null {
  const kind = recordKinds.find((each) => lists[each].type === type);
  return kind ? recordPath(kind, id) : null;
}

/** The kind of records that a table's rows count as; null where roles decide nothing about it. */
export function kindOfEntity(entity: string): Kind | null {
  const isIn = (kind: Kind) =>
    kind === entity || kinds[kind].parts.some((part: string) => part === entity);
  return kindNames.find(isIn) ?? null;
}
