import type { MailLinks } from '~/kit/server/mail/mail';
import { newLink } from '../../server/hashes.service';
import { addConfirmation } from './email-changes.queries';
import { addResetToken } from './resets.queries';

/** The links of mails about sign-in, made when they are sent (docs/product/running.md#mail). */
export const signInLinks: MailLinks = {
  password_reset: async (db, id, now) => {
    const { token, digest } = newLink();
    return (await addResetToken(db, { id, digest, now })) ? `/login?reset=${token}` : null;
  },
  email_change: async (db, id, now) => {
    const { token, digest } = newLink();
    return (await addConfirmation(db, { id, digest, now })) ? `/login?confirm=${token}` : null;
  },
};
