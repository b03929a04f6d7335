import type { Mail } from '~/kit/server/mail/mail';
import { resetMinutes } from '../users.rules';

export function resetMail(reset: { to: string; firstName: string; link: string }): Mail {
  const { to, firstName, link } = reset;
  return {
    to,
    subject: 'Set a new password for Manufacturing CRM',
    text: [
      `Hello ${firstName},`,
      '',
      'somebody asked for a new password for your account in Manufacturing CRM.',
      `To choose one, open this link within ${resetMinutes} minutes. It works once:`,
      '',
      link,
      '',
      'If it was not you, do nothing: your password stays as it is.',
      '',
    ].join('\n'),
  };
}
