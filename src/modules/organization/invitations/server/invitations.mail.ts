import type { Mail } from '~/kit/server/mail/mail';
import { dayOf } from '~/kit/shared/time/days';
import type { Invitation } from '../invitations.fields';
import { invitationMail } from '../invitations.rules';

export function mailOf(
  invitation: Invitation,
  { link, timeZone }: { link: string; timeZone: string },
): Mail {
  const { email: to, invited_by_name: invitedBy } = invitation;
  const until = dayOf(invitation.expires_at, timeZone);
  return { to, ...invitationMail({ ...invitation, invitedBy, link, until }) };
}
