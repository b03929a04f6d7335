import type { Mail } from '~/kit/server/mail/mail';

const news = {
  'set up': 'was turned on: from now on a code of your app is asked beside the password.',
  'turned off': 'was turned off: from now on the password alone is asked.',
  'passkey added':
    'has a new passkey: whoever holds the device that keeps it signs in without the password.',
  'passkey removed': 'has one passkey less: nobody signs in with it any more.',
  'passkeys removed':
    'has no passkeys any longer: they were removed with the old password. Add them again once you sign in.',
  reset:
    'was reset by an administrator, who ended your sessions too. Set it up anew as you sign in.',
} as const;

/** Tells a person what happened to the second factor, so that it does not happen unseen. */
export function factorMail(
  person: { email: string; first_name: string },
  what: keyof typeof news,
): Mail {
  return {
    to: person.email,
    subject: 'Two-step sign-in to Manufacturing CRM',
    text: [
      `Hello ${person.first_name},`,
      '',
      `two-step sign-in of your account in Manufacturing CRM ${news[what]}`,
      '',
      'If it was not you, change your password and tell your administrator.',
      '',
    ].join('\n'),
  };
}
