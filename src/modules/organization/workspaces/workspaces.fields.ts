import { nameOptions } from '~/kit/shared/fields/contact';
import * as field from '~/kit/shared/fields/fields';

/** What a member may do, from most to least (docs/product/workspaces.md#roles). */
export const memberRoles = [
  { value: 'owner', label: 'Owner', color: 'violet' },
  { value: 'manager', label: 'Manager', color: 'blue' },
  { value: 'member', label: 'Member', color: 'green' },
  { value: 'viewer', label: 'Viewer', color: 'gray' },
] as const;

export type MemberRole = (typeof memberRoles)[number]['value'];

/**
 * The workspace of a record; null where it belongs to the whole company (docs/product/workspaces.md#current-workspace).
 */
export const workspaceField = field.readOnly(field.link({ label: 'Workspace', to: 'workspaces' }));

export const workspaceFields = {
  id: field.id,
  name: field.text({
    ...nameOptions,
    label: 'Name',
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

export type Member = field.RowOf<typeof memberFields>;
export type WorkspacePatch = field.PatchOf<typeof workspaceFields>;
/** As one person sees it: with that person's role, null for non-members. */
export type Workspace = field.RowOf<typeof workspaceFields> & { role: MemberRole | null };
