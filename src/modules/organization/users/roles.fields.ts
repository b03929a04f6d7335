import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import type { Rights } from '~/kit/shared/access';
import * as field from '~/kit/shared/fields/fields';
import { seenSchema } from '~/kit/shared/fields/record-schemas';
import { rightsPatchSchema } from './rights.fields';
import type { RightsPatch } from './rights.rules';

/** Of the ready-made role that permits everything and never changes (migrations/0109-organization.sql). */
export const administratorRoleId = 1;

/** A role without its rights (docs/product/roles.md#fields). */
export const roleFields = {
  id: field.id,
  name: field.text({
    label: 'Name',
    required: true,
    min: 2,
    max: 50,
    sortable: true,
    messages: {
      required: 'Role name is required',
      min: 'Role name must be at least 2 characters',
      max: 'Role name cannot exceed 50 characters',
    },
  }),
  second_factor_required: field.flag({ label: 'Second Factor', required: true }),
  is_ready_made: field.readOnly(field.flag({ label: 'Built-in', required: true })),
  user_count: field.derived(
    field.wholeNumber({ label: 'Users', required: true, max: field.maxId }),
  ),
  created_at: field.instant({ label: 'Created' }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

/** The role as forms offer it: `user`, `admin`, or the id of another one (`pickedRole`). */
export const rolePick: field.Field<string, 'write'> = {
  ...field.text({ label: 'Role', required: true, max: 12 }),
  kind: 'choice',
};

const name = fieldSchema(roleFields.name);

const requirement = fieldSchema(roleFields.second_factor_required);

export const newRoleSchema = z.strictObject({
  name,
  rights: rightsPatchSchema.optional(),
  second_factor_required: requirement.optional(),
});

export const rolePatchSchema = z.strictObject({
  name: name.optional(),
  rights: rightsPatchSchema.optional(),
  second_factor_required: requirement.optional(),
  updated_at: seenSchema,
});

export type Role = field.RowOf<typeof roleFields> & { rights: Rights };
export interface NewRole {
  name: string;
  second_factor_required?: boolean | undefined;
  rights?: RightsPatch | undefined;
}
export interface RolePatch {
  second_factor_required?: boolean | undefined;
  name?: string | undefined;
  rights?: RightsPatch | undefined;
  updated_at?: string | undefined;
}
