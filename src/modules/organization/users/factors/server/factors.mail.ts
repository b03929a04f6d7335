import type { Mail } from '~/kit/server/mail/mail';

const news = {
  'set up': 'was turned on. You now sign in with your password and a code from your app.',
  'turned off': 'was turned off. You now sign in with your password only.',
  'passkey added':
    'has a new passkey. Anyone who can unlock its device can sign in without your password.',
  'passkey removed': 'no longer accepts one of your passkeys: it was removed.',
  'passkeys removed':
    'no longer has passkeys: they were removed with the old password. Add them again after you sign in.',
  reset:
    'was reset by an administrator, and you were signed out everywhere. Set it up again when you sign in.',
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
      `Two-step sign-in of your account in Manufacturing CRM ${news[what]}`,
      '',
      'If this was not you, change your password and tell your administrator.',
      '',
    ].join('\n'),
  };
}
