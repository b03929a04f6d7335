import type { MailLinks } from '~/kit/server/mail/mail';
import { newLink } from '~/modules/organization/users/server/hashes.service';
import { addToken } from './invitations.queries';

/** The links of invitations, made when their mails are sent (docs/product/running.md#mail). */
export const invitationLinks: MailLinks = {
  invitation: async (db, id) => {
    const { token, digest } = newLink();
    return (await addToken(db, id, digest)) ? `/invite/${token}` : null;
  },
};
