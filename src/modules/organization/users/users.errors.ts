import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    users: typeof userErrors;
  }
}

export const userErrors = {
  'auth.invalid_credentials': [
    401,
    'The name, or the password, is wrong, or the account is inactive',
  ],
  'auth.too_many_attempts': [
    429,
    'Too many failed sign-ins; `Retry-After` says when the next may be made',
  ],
  'auth.second_factor_needed': [
    401,
    'The password is right; `code` with the second factor is missing',
  ],
  'auth.second_factor_wrong': [401, 'The `code` is wrong, used or over'],
  'auth.second_factor_unreadable': [
    503,
    'The key of the secrets is not on this machine: only recovery codes can be looked at',
  ],
  'auth.provider_sign_in_over': [
    401,
    'Nobody came from the provider in this browser, or too long ago',
  ],
  'auth.provider_unlinked': [409, 'The signed-in person is not known at a provider of identities'],
  'auth.provider_unreachable': [503, 'The provider of identities does not answer'],
  'auth.provider_refused': [403, 'The provider’s person has no account here that may sign in'],
  'factor.already_set_up': [409, 'There is a second factor; it is turned off before a new one'],
  'factor.own': [409, 'The own second factor is turned off with the password, not reset'],
  'factor.demanded': [409, 'The role demands a second factor, and this is the last one'],
  'factor.too_many_passkeys': [409, 'The person has as many passkeys as there may be'],
  'factor.passkey_known': [409, 'The passkey is registered already'],
  'auth.passkey_refused': [
    401,
    'The passkey is unknown, was answered to another challenge or page, or its account is inactive',
  ],
  'auth.passkey_expired': [400, 'The challenge is over; the options are asked for anew'],
  'auth.passkeys_unavailable': [409, 'The page is at no address that browsers have passkeys for'],
  'auth.reset_link_invalid': [400, 'The link to set a new password is unknown, used or expired'],
  'role.fixed': [409, 'The role of administrators does not change'],
  'role.ready_made': [409, 'Ready-made roles are not deleted'],
  'role.in_use': [409, 'There are users with this role'],
  'role.name_taken': [409, 'Another role has this name'],
  'auth.email_link_invalid': [400, 'The link to confirm an address is unknown, used or expired'],
  'auth.password_needed': [403, 'The call asks for the own password again'],
  'password.mismatch': [400, 'The password and its repetition differ'],
  'photo.unsupported_format': [400, 'The photo is no PNG, JPEG or WebP image'],
  'photo.damaged': [400, 'The photo cannot be read to its end'],
  'photo.dimensions_too_large': [400, 'The photo has too many pixels'],
  'photo.too_large': [413, 'The file of the photo is too large'],
  'user.own_account': [409, 'Nobody deletes or deactivates the own account'],
  'user.last_admin': [409, 'The last active administrator stays one'],
  'user.last_owner': [409, 'The account is the last owner of a workspace'],
  'user.still_active': [409, 'A user is deactivated before being deleted'],
  'user.anonymized': [409, 'The account was anonymized and is closed for good'],
  'user.username_taken': [409, 'Another account has this user name'],
  'user.email_taken': [409, 'Another account has this e-mail address'],
} as const satisfies ErrorTable;
