import type { ErrorTable } from '~/kit/shared/error-codes';
import { type Day, formatDay } from '~/kit/shared/time/days';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { roles } from '~/modules/organization/users/users.fields';
import type { Invitation } from './invitations.fields';

export const invitationRefusals = {
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

/** Days for which an invitation is valid (docs/product/invitations.md#life). */
export const invitationDays = 14;

const msPerDay = 86_400_000;

export function expiryFrom(now: Date | string): string {
  return new Date(new Date(now).getTime() + invitationDays * msPerDay).toISOString();
}

type Mailed = Pick<Invitation, 'status'>;

/** A pending or expired invitation can be sent again (docs/product/invitations.md#life). */
export function canResend({ status }: Mailed): Verdict {
  if (status !== 'accepted') return allowed;
  return refused('invitation.already_accepted', 'This invitation has already been accepted');
}

/** Only a pending invitation can be revoked (docs/product/invitations.md#life). */
export function canRevoke({ status }: Mailed): Verdict {
  if (status === 'pending') return allowed;
  return status === 'accepted'
    ? refused('invitation.already_accepted', 'This invitation has already been accepted')
    : refused('invitation.expired', 'This invitation has expired and its link no longer works');
}

/** Why a link does not work, as the person who opened it sees it. */
export const linkMessages = {
  unknown: 'This invitation link is not valid. Please request a new invitation.',
  expired: 'This invitation has expired. Please request a new one.',
  revoked: 'This invitation has been revoked.',
  replaced: 'This link was replaced by a newer one. Please use the link in the latest email.',
  used: 'This invitation has already been used. Please sign in with your account.',
} as const;

export type LinkProblem = keyof typeof linkMessages;

export const defaultMessage =
  'You have been invited to join our Manufacturing CRM system. Please use the link below to set up your account.';

export const mailSubject = 'Invitation to join Manufacturing CRM';

export function roleWord(role: string): string {
  return roles.find((each) => each.value === role)?.label ?? 'User';
}

export interface InvitationLetter {
  first_name: string;
  last_name: string;
  role: string;
  message: string | null;
  invitedBy: string;
  link: string;
  /** The last day on which the link works. */
  until: Day;
}

/** The invitation mail, also used for the form's preview (docs/product/invitations.md#mail). */
export function invitationMail(letter: InvitationLetter): { subject: string; text: string } {
  const message = letter.message?.trim() || defaultMessage;
  const text = [
    `Hello ${`${letter.first_name} ${letter.last_name}`.trim()},`,
    '',
    message,
    '',
    letter.link,
    '',
    `You are invited as: ${roleWord(letter.role)}. The link works once, until ${formatDay(letter.until)}.`,
    '',
    letter.invitedBy,
    '',
    'If you did not expect this invitation, you can ignore this email.',
    '',
  ].join('\n');
  return { subject: mailSubject, text };
}
