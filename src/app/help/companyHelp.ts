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
  '/api-keys': {
    about: 'Keys with which other programs read and change your data.',
    actions: [
      'Create a key with "Create API Key", and copy it.',
      'Replace a key with "Rotate".',
      'End a key with "Revoke".',
    ],
    reference: 'api-keys',
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
  '/webhooks': {
    about: 'Addresses of other programs that receive what happens to records.',
    actions: [
      'Add an address and choose its events.',
      'Copy the secret, which is shown only once.',
      'Send a test, and see whether it arrives.',
    ],
    reference: 'webhooks',
  },
  '/webhooks/$id': {
    about: 'One webhook with its deliveries of the last 30 days.',
    actions: [
      'Open a delivery to see its tries and its content.',
      'Send deliveries again with "Replay" or "Replay Failed".',
      'Make a new secret, or turn the webhook off.',
    ],
    reference: 'webhooks#deliveries',
  },
  '/lead-sources': {
    about: 'Pages, addresses and portals from which leads come.',
    actions: [
      'Add a page for visitors, a hook for other programs or a pull of a portal.',
      'Choose the people who get the leads in turn.',
      'Open a source to see its address and its arrivals.',
    ],
    reference: 'lead-sources',
  },
  '/lead-sources/$id': {
    about: 'One lead source with its arrivals of the last 90 days.',
    actions: [
      'Copy the address, or download its QR code to print.',
      'Try a sample: nothing is created.',
      'Accept an arrival that was refused or taken for spam.',
    ],
    reference: 'lead-sources#arrivals',
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
