import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    invitations: typeof invitationErrors;
  }
}

export const invitationErrors = {
  'invitation.already_user': [409, 'A user with this email address already exists'],
  'invitation.already_pending': [
    409,
    'There is already a pending invitation for this email address',
  ],
  'invitation.already_accepted': [409, 'The invitation has already been accepted'],
  'invitation.role_gone': [409, 'The role that the invitation names was deleted'],
  'invitation.expired': [409, 'The invitation has expired'],
  'invitation_link.unknown': [404, 'The link does not belong to an invitation'],
  'invitation_link.expired': [404, 'The invitation of the link has expired'],
  'invitation_link.revoked': [404, 'The invitation of the link was revoked'],
  'invitation_link.replaced': [404, 'A newer email has replaced the link'],
  'invitation_link.used': [404, 'The invitation of the link has been accepted'],
} as const satisfies ErrorTable;
