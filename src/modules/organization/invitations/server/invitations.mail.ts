import type { Mail, MailLinks } from '~/kit/server/mail/mail';
import { dayOf } from '~/kit/shared/time/days';
import { newLink } from '~/modules/organization/users/server/hashes.service';
import type { Invitation } from '../invitations.fields';
import { invitationMail } from '../invitations.rules';
import { addToken } from './invitations.queries';

export function mailOf(
  invitation: Invitation,
  { link, timeZone }: { link: string; timeZone: string },
): Mail {
  const { email: to, invited_by_name: invitedBy } = invitation;
  const until = dayOf(invitation.expires_at, timeZone);
  return { to, ...invitationMail({ ...invitation, invitedBy, link, until }) };
}

/** The links of invitations, made when their mails are sent (docs/product/running.md#mail). */
export const invitationLinks: MailLinks = {
  invitation: async (db, id) => {
    const { token, digest } = newLink();
    return (await addToken(db, id, digest)) ? `/invite/${token}` : null;
  },
};
