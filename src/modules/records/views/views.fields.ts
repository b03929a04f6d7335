import { z } from 'zod';
import { alsoHyphenated, fieldSchema } from '~/kit/shared/fields/field-schemas';
import * as field from '~/kit/shared/fields/fields';
import { seenSchema } from '~/kit/shared/fields/record-schemas';
import { allLists } from '~/modules/organization/kinds/kinds.rules';

const menu = allLists.map(({ name, plural }) => ({ value: name, label: plural }));

/** The lists that can have views: every one with filters. */
const choices = [
  ...menu.slice(0, 1),
  { value: 'pipeline', label: 'Sales Pipeline' },
  ...menu.slice(1),
  { value: 'receivables', label: 'Receivables' },
  { value: 'payables', label: 'Payables' },
  { value: 'invitations', label: 'Invitations' },
] as const;

/** A view without its state (docs/product/views.md#fields). */
export const viewFields = {
  id: field.id,
  list: field.readOnly(field.choice({ label: 'List', required: true, choices })),
  name: field.text({ label: 'Name', required: true, max: 100 }),
  is_shared: field.flag({ label: 'Share with everyone' }),
  is_default: field.derived(field.flag({ label: 'Make default' })),
  created_by: field.readOnly(
    field.wholeNumber({ label: 'Made By', required: true, max: field.maxId }),
  ),
  created_at: field.instant({ label: 'Created' }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

const mostBytes = 8192;

const key = z
  .string({ error: 'A key must be text' })
  .regex(/^[\w.-]{1,64}$/, { error: 'A key has 1 to 64 letters, digits, -, _ or .' });
const filterText = z
  .string({ error: 'A filter must be text' })
  .max(500, { error: 'A filter cannot exceed 500 characters' });
const value = z.union([filterText, z.number(), z.boolean(), z.null(), z.array(filterText)], {
  error:
    'A filter must be text of at most 500 characters, a number, true, false or a list of texts',
});

const sortKey = z.string().max(80).optional();
const sortError =
  'A sort must be {key, direction} with the direction asc or desc, or a key with - before it for descending order';

/** What a view keeps of a list, as it was sent; keys that no screen knows are kept (docs/product/views.md#state). */
export const viewStateSchema = z
  .strictObject({
    filters: z
      .record(key, value, { error: 'Filters must be an object of filters by their keys' })
      .optional(),
    columns: z
      .array(key, { error: 'Columns must be a list of keys' })
      .max(200, { error: 'A view has at most 200 columns' })
      .optional(),
    sort: z
      .union(
        [
          z.string().max(80),
          z
            .strictObject({
              key: sortKey,
              field: sortKey,
              column: sortKey,
              direction: z.enum(['asc', 'desc']).optional(),
            })
            .refine((sort) => [sort.key, sort.field, sort.column].filter(Boolean).length === 1, {
              error: sortError,
            }),
        ],
        {
          error: sortError,
        },
      )
      .nullish(),
    layout: z
      .enum(['list', 'board', 'kanban'], { error: 'A layout must be list or board' })
      .nullish(),
  })
  .refine((state) => new TextEncoder().encode(JSON.stringify(state)).length <= mostBytes, {
    error: 'A view cannot be larger than 8 KB',
  });

export type ViewState = z.infer<typeof viewStateSchema>;

export const listSchema = alsoHyphenated(
  choices.map(({ value }) => value),
  fieldSchema(viewFields.list),
);

const newViewShape = z.strictObject({
  list: listSchema,
  name: fieldSchema(viewFields.name),
  state: viewStateSchema.default({}),
  is_shared: fieldSchema(viewFields.is_shared).optional(),
  is_default: fieldSchema(viewFields.is_default).optional(),
});

const withBoard: readonly string[] = ['leads', 'pipeline', 'quotations', 'orders'];

/** Why a view of a list cannot have its layout, or null. */
export function layoutProblem(list: string, { layout }: ViewState): string | null {
  const isBoard = layout === 'board' || layout === 'kanban';
  return isBoard && !withBoard.includes(list) ? 'This list has no board' : null;
}

export const newViewSchema = newViewShape.superRefine(({ list, state }, context) => {
  const message = layoutProblem(list, state);
  if (message !== null) context.addIssue({ code: 'custom', path: ['state', 'layout'], message });
});

export const viewPatchSchema = newViewShape
  .omit({ list: true, state: true })
  .partial()
  .extend({ state: viewStateSchema.optional(), updated_at: seenSchema });

export type View = field.RowOf<typeof viewFields> & { state: ViewState };
export type NewView = z.infer<typeof newViewSchema>;
export type ViewPatch = z.infer<typeof viewPatchSchema>;
