import type { Mail } from '~/kit/server/mail/mail';
import { emailChangeHours, resetMinutes } from '../users.rules';

interface LinkMail {
  to: string;
  firstName: string;
  link: string;
}

export function resetMail(mail: LinkMail): Mail {
  return linkMail(mail, 'Set a new password for Manufacturing CRM', [
    'Someone asked to reset the password of your Manufacturing CRM account.',
    `To choose one, open this link within ${resetMinutes} minutes. It works once:`,
    'If this was not you, ignore this email. Your password will not change.',
  ]);
}

/** To the address that a person wants to have. */
export function emailChangeMail(mail: LinkMail): Mail {
  return linkMail(mail, 'Confirm your email address for Manufacturing CRM', [
    'Please confirm that this is the new email address of your Manufacturing CRM account.',
    `To confirm it, open this link within ${emailChangeHours} hours. It works once:`,
    'If this was not you, ignore this email. The address of the account will not change.',
  ]);
}

function linkMail(
  { to, firstName, link }: LinkMail,
  subject: string,
  [reason, howLong, advice]: [reason: string, howLong: string, advice: string],
): Mail {
  const lines = [`Hello ${firstName},`, '', reason, howLong, '', link, '', advice, ''];
  return { to, subject, text: lines.join('\n') };
}

/** News of access or of the company's details, to the person concerned or an administrator; `happened` is a sentence. */
export function accessMail(news: {
  to: string;
  firstName: string;
  happened: string;
  by: string;
  subject?: string | undefined;
}): Mail {
  const { to, firstName, happened, by, subject = 'Access to Manufacturing CRM' } = news;
  return {
    to,
    subject,
    text: [
      `Hello ${firstName},`,
      '',
      happened,
      '',
      `Changed by: ${by}.`,
      '',
      'If this is not right, contact an administrator, or reset the password of the account that made the change.',
      '',
    ].join('\n'),
  };
}

/** To the address that an account had, or still has until the new one is confirmed. */
export function emailChangeNotice(change: {
  to: string;
  firstName: string;
  newEmail: string;
  byAdministrator?: boolean;
}): Mail {
  const { to, firstName, newEmail, byAdministrator = false } = change;
  const happened = byAdministrator
    ? `An administrator has changed the email address of your account in Manufacturing CRM to ${newEmail}.`
    : `Someone who knows your password wants to change the email address of your Manufacturing CRM account to ${newEmail}.`;
  const advice = byAdministrator
    ? 'If that is not right, please contact your administrators.'
    : 'If this was not you, change your password now. Your email address will then not change.';
  return {
    to,
    subject: 'Your email address in Manufacturing CRM',
    text: [`Hello ${firstName},`, '', happened, '', advice, ''].join('\n'),
  };
}
