import { z } from 'zod';
import * as field from '~/kit/shared/fields/fields';

/** What a member may do, the most first (docs/product/workspaces.md#roles). */
export const memberRoles = [
  { value: 'owner', label: 'Owner', color: 'violet' },
  { value: 'manager', label: 'Manager', color: 'blue' },
  { value: 'member', label: 'Member', color: 'green' },
  { value: 'viewer', label: 'Viewer', color: 'gray' },
] as const;

export type MemberRole = (typeof memberRoles)[number]['value'];

/**
 * The workspace that a record belongs to; null where it is the whole company's alone
 * (docs/product/workspaces.md#current-workspace).
 */
export const workspaceField = field.readOnly(field.link({ label: 'Workspace', to: 'workspaces' }));

/** What a workspace is (docs/product/workspaces.md#roles). */
export const workspaceFields = {
  id: field.id,
  name: field.text({
    label: 'Name',
    required: true,
    min: 2,
    max: 100,
    sortable: true,
    messages: {
      required: 'Workspace name is required',
      min: 'Workspace name must be at least 2 characters',
      max: 'Workspace name cannot exceed 100 characters',
    },
  }),
  member_count: field.derived(
    field.wholeNumber({ label: 'Members', required: true, max: field.maxId }),
  ),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

const ownName = (label: string) =>
  field.derived(field.text({ label, required: true, max: 50, sortable: true }));

/** Who belongs to a workspace, and as what. */
export const memberFields = {
  id: field.id,
  workspace_id: field.readOnly(
    field.link({ label: 'Workspace', to: 'workspaces', required: true }),
  ),
  user_id: field.link({ label: 'User', to: 'users', required: true }),
  role: field.choice({ label: 'Role', choices: memberRoles, required: true }),
  first_name: ownName('First name'),
  last_name: ownName('Last name'),
  is_active: field.derived(field.flag({ label: 'Active', required: true })),
  workspace_name: field.derived(field.text({ label: 'Workspace name', required: true, max: 100 })),
  created_at: field.instant({ label: 'Added' }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

/** A role as it is sent and answered. */
export const memberRoleSchema = z.enum(
  memberRoles.map((each) => each.value),
  { error: 'The role must be owner, manager, member or viewer' },
);

export type Member = field.RowOf<typeof memberFields>;
export type WorkspacePatch = field.PatchOf<typeof workspaceFields>;
/** As one person sees it: with that person's own role, null where there is none. */
export type Workspace = field.RowOf<typeof workspaceFields> & { role: MemberRole | null };
