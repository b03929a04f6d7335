import { z } from 'zod';
import type { Rights } from '~/kit/shared/access';

/** Which records of a kind a person reads, from most to least (docs/product/roles.md#reading). */
export const reaches = [
  { value: 'all', label: 'All' },
  { value: 'workspace', label: 'Own workspaces' },
  { value: 'own', label: 'Own' },
  { value: 'none', label: 'None' },
] as const;

export type Reach = (typeof reaches)[number]['value'];

const usual = ['create', 'update', 'delete', 'export'] as const;

/** The kinds of records that roles speak of, each with what may be done beside reading (docs/product/roles.md#rights). */
export const kinds = {
  leads: { label: 'Leads', inWorkspaces: true, actions: usual },
  customers: { label: 'Customers', inWorkspaces: true, actions: usual },
  orders: { label: 'Orders', inWorkspaces: true, actions: usual },
  invoices: { label: 'Invoices', inWorkspaces: true, actions: [...usual, 'issue'] },
  payments: { label: 'Payments', inWorkspaces: true, actions: [...usual, 'refund'] },
  products: { label: 'Products', inWorkspaces: false, actions: usual },
  services: { label: 'Services', inWorkspaces: false, actions: usual },
} as const;

export type Kind = keyof typeof kinds;
export type Action = (typeof kinds)[Kind]['actions'][number];

export const kindNames = Object.keys(kinds) as Kind[];

/** Each action as a column of the form, and as it is said in a refusal. */
export const actions: Readonly<Record<Action, { label: string; verb: string }>> = {
  create: { label: 'create', verb: 'create' },
  update: { label: 'change', verb: 'change' },
  delete: { label: 'delete', verb: 'delete' },
  export: { label: 'export', verb: 'export' },
  issue: { label: 'issue', verb: 'issue' },
  refund: { label: 'refund', verb: 'refund' },
};

type RightsOf<K extends Kind> = { read: Reach } & Record<
  (typeof kinds)[K]['actions'][number],
  boolean
>;
type RightsByKind = { [K in Kind]: RightsOf<K> };

declare module '~/kit/shared/access' {
  interface Rights extends RightsByKind {}
}

const words = reaches.map(({ value }) => value);

function kindSchema(kind: Kind, isWhole: boolean): z.ZodType {
  const { label, actions: named } = kinds[kind];
  const read = z.enum(words, { error: `${label}: read must be all, workspace, own or none` });
  const flag = (action: Action) =>
    z.boolean({ error: `${label}: ${action} must be true or false` });
  const shape = {
    read: isWhole ? read : read.optional(),
    ...Object.fromEntries(
      named.map((action) => [action, isWhole ? flag(action) : flag(action).optional()]),
    ),
  };
  return z.strictObject(shape);
}

const byKind = (schema: (kind: Kind) => z.ZodType) =>
  Object.fromEntries(kindNames.map((kind) => [kind, schema(kind)]));

/** Rights as they are answered: every kind with all of its actions. */
export const rightsSchema = z.strictObject(
  byKind((kind) => kindSchema(kind, true)),
) as unknown as z.ZodType<Rights>;

/** Rights as they are sent: what is left out stays, and is not permitted by a new role. */
export const rightsPatchSchema = z.strictObject(
  byKind((kind) => kindSchema(kind, false).optional()),
  { error: 'The rights must be an object with kinds of records' },
) as unknown as z.ZodType<RightsPatch, unknown>;

export type RightsPatch = { [K in Kind]?: Partial<RightsOf<K>> | undefined };
