import * as field from '~/kit/shared/fields/fields';
import { roles, userFields } from '~/modules/organization/users/users.fields';

export const invitationStates = [
  { value: 'pending', label: 'Pending', color: 'yellow' },
  { value: 'accepted', label: 'Accepted', color: 'green' },
  { value: 'expired', label: 'Expired', color: 'gray' },
] as const;

const { email, first_name, last_name } = userFields;

/** The fields of an invitation (docs/product/invitations.md#fields); names and address become the user's. */
export const invitationFields = {
  id: field.id,
  first_name,
  last_name,
  email,
  role: field.choice({ label: 'Role', required: true, choices: roles, sortable: true }),
  role_id: userFields.role_id,
  message: field.longText({ label: 'Message', max: 1000 }),
  status: field.readOnly(
    field.choice({ label: 'Status', required: true, choices: invitationStates, sortable: true }),
  ),
  invited_by_name: field.readOnly(
    field.text({ label: 'Invited By', required: true, max: 101, sortable: true }),
  ),
  expires_at: field.instant({ label: 'Expires', sortable: true }),
  accepted_at: field.instant({ label: 'Accepted', required: false, sortable: true }),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

/** What the invited person is shown: nothing about other people. */
export const shownFields = {
  first_name,
  last_name,
  email,
  role: invitationFields.role,
  message: invitationFields.message,
  expires_at: invitationFields.expires_at,
};

export type Invitation = field.RowOf<typeof invitationFields>;
export type ShownInvitation = field.RowOf<typeof shownFields>;
