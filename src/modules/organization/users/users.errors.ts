import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    users: typeof userErrors;
  }
}

export const userErrors = {
  'auth.invalid_credentials': [
    401,
    'The username or password is wrong, or the account is inactive',
  ],
  'auth.too_many_attempts': [
    429,
    'Too many failed sign-ins or wrong confirmations; try again after `Retry-After` seconds',
  ],
  'auth.second_factor_needed': [
    401,
    'The password is correct, but `code` with the second factor is missing',
  ],
  'auth.second_factor_wrong': [401, 'The `code` is wrong, used or expired'],
  'auth.second_factor_unreadable': [
    503,
    'The key of the secrets is not on this machine: only recovery codes can be checked',
  ],
  'auth.provider_sign_in_over': [
    401,
    'There was no recent sign-in at the provider in this browser',
  ],
  'auth.provider_unlinked': [409, 'The account is not linked to single sign-on'],
  'auth.provider_unreachable': [503, 'The identity provider is not responding'],
  'auth.provider_refused': [403, 'The identity has no active account here'],
  'factor.already_set_up': [
    409,
    'A second factor is already on: turn it off before setting up a new one',
  ],
  'factor.own': [409, 'Turn off your own second factor with the password instead of resetting it'],
  'factor.demanded': [409, 'The role requires a second factor, and this is the last one'],
  'factor.too_many_passkeys': [409, 'The user has the maximum number of passkeys'],
  'factor.passkey_known': [409, 'The passkey is already registered'],
  'auth.passkey_refused': [
    401,
    'The passkey is unknown, belongs to another challenge or page, or its account is inactive',
  ],
  'auth.passkey_expired': [400, 'The challenge has expired: request new options'],
  'auth.passkeys_unavailable': [
    409,
    'Browsers do not support passkeys at the address of this page',
  ],
  'auth.reset_link_invalid': [400, 'The link to set a new password is unknown, used or expired'],
  'role.fixed': [409, 'The Administrator role cannot be changed'],
  'role.ready_made': [409, 'Built-in roles cannot be deleted'],
  'role.in_use': [409, 'There are users with this role'],
  'role.name_taken': [409, 'Another role has this name'],
  'auth.email_link_invalid': [400, 'The link to confirm an address is unknown, used or expired'],
  'auth.password_needed': [403, 'The call requires your password'],
  'password.mismatch': [400, 'The password and its repetition differ'],
  'photo.unsupported_format': [400, 'The photo is not a PNG, JPEG or WebP image'],
  'photo.damaged': [400, 'The photo is damaged'],
  'photo.dimensions_too_large': [400, 'The photo has too many pixels'],
  'photo.too_large': [413, 'The file of the photo is too large'],
  'user.own_account': [409, 'You cannot delete or deactivate your own account'],
  'user.last_admin': [409, 'The last active administrator must remain one'],
  'user.last_owner': [409, 'The account is the last owner of a workspace'],
  'user.still_active': [409, 'Only an inactive user can be deleted'],
  'user.anonymized': [409, 'The account was anonymized and is permanently closed'],
  'user.username_taken': [409, 'Another account has this username'],
  'user.email_taken': [409, 'Another account has this email address'],
} as const satisfies ErrorTable;
