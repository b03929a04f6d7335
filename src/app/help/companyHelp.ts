export interface ScreenHelp {
  /** What the screen is for. */
  about: string;
  /** What people mostly do there. */
  actions: readonly [string, string, string];
  /** A page of docs/product, with or without one of its headings. */
  reference: string;
}

/** The screens of a person's account, of the company and of its administrators. */
export const companyHelp = {
  '/billing': {
    about: 'The details and payment methods that your invoices show, and all issued invoices.',
    actions: [
      'Complete the billing information.',
      'Add a payment method, such as a bank account.',
      'Choose "Download All" for the invoices of a period.',
    ],
    reference: 'billing',
  },
  '/notifications': {
    about: 'What you are notified about, and how. The bell in the header lists the notifications.',
    actions: [
      'Choose the channels of each event.',
      'Set quiet hours and the daily summary.',
      'Choose "Save Settings".',
    ],
    reference: 'notifications',
  },
  '/profile': {
    about: 'Your name, photo and contact details, as colleagues see them.',
    actions: [
      'Change your name, phone number or position.',
      'Upload a photo.',
      'Change your email address, and confirm the new one by the link in the email.',
    ],
    reference: 'users#profile',
  },
  '/account-settings': {
    about: 'How you sign in, and where you are signed in now.',
    actions: [
      'Change the password.',
      'Set up two-step sign-in or a passkey.',
      'Sign out other devices.',
    ],
    reference: 'sign-in',
  },
  '/users': {
    about: 'Everyone who can sign in, with role and last sign-in.',
    actions: [
      'Add a user with "Add User".',
      'Change the role of a user.',
      'Deactivate a user: the records stay.',
    ],
    reference: 'users',
  },
  '/users/invitations': {
    about: 'Links that let new people create their account.',
    actions: [
      'Invite a person with "Send Invitation".',
      'Send the link again with "Resend".',
      'Take an invitation back with "Revoke".',
    ],
    reference: 'invitations',
  },
  '/roles': {
    about: 'What the users of each role may see and do.',
    actions: [
      'Add a role with "Add Role".',
      'Choose its rights kind by kind.',
      'Require two-step sign-in for it.',
    ],
    reference: 'roles',
  },
  '/custom-fields': {
    about: 'The fields that your company has added to its records.',
    actions: [
      'Choose the kind of records, then "Add Field".',
      'Move a field up or down: forms show them in this order.',
      'Turn off a field that is not needed: its values stay.',
    ],
    reference: 'custom-fields#screen',
  },
  '/backups': {
    about: 'Nightly backups, and checks that the data is complete and correct.',
    actions: [
      'Choose "Back up now".',
      'Choose "Verify now" to check the data.',
      'Read the last thirty results of both.',
    ],
    reference: 'backups',
  },
  '/retention': {
    about: 'How long each kind of data is stored. Older data is deleted every night.',
    actions: [
      'Choose "Edit" to change the days of a kind.',
      'See the oldest data of each kind.',
      'See how much the last clean-up deleted.',
    ],
    reference: 'retention',
  },
  '/activity': {
    about: 'What happened in the company, newest first.',
    actions: [
      'Filter the lines by kind.',
      'Open the record of a line.',
      'Load older lines at the end of the list.',
    ],
    reference: 'activity',
  },
  '/bulk-changes': {
    about: 'Bulk edits, imports and merges of the last 30 days.',
    actions: [
      'See who changed how many records.',
      'Choose "Undo" to restore them.',
      'Read which records could not be restored, and why.',
    ],
    reference: 'bulk',
  },
  '/privacy': {
    about: 'Your consents, and the data that the product stores about you.',
    actions: ['Give or withdraw a consent.', 'Choose "Export My Data".', 'Anonymize your account.'],
    reference: 'privacy',
  },
} as const satisfies Record<string, ScreenHelp>;
