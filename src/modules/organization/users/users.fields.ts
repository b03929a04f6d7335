import { wrong } from '~/kit/shared/fields/field-rules';
import { plainKey } from '~/kit/shared/fields/invisible';
import { isEmail, isPhone } from '~/kit/shared/fields/contact';
import * as field from '~/kit/shared/fields/fields';
import { readGivenPassword } from './passwords.rules';

export const roles = [
  { value: 'admin', label: 'Administrator', color: 'red' },
  { value: 'user', label: 'User', color: 'blue' },
] as const;

/** The fields of a user and their validation (docs/product/users.md#fields); the password's hash is not a field. */
export const userFields = {
  id: field.id,
  first_name: field.text({
    label: 'First Name',
    required: true,
    min: 2,
    max: 50,
    sortable: true,
    messages: {
      required: 'First name is required',
      min: 'First name must be at least 2 characters',
      max: 'First name cannot exceed 50 characters',
    },
  }),
  last_name: field.text({
    label: 'Last Name',
    required: true,
    min: 2,
    max: 50,
    sortable: true,
    messages: {
      required: 'Last name is required',
      min: 'Last name must be at least 2 characters',
      max: 'Last name cannot exceed 50 characters',
    },
  }),
  username: field.text({
    label: 'Username',
    required: true,
    min: 3,
    max: 50,
    sortable: true,
    normalize: plainKey,
    messages: {
      required: 'Username is required',
      min: 'Username must be at least 3 characters',
      max: 'Username cannot exceed 50 characters',
    },
  }),
  email: field.text({
    label: 'Email',
    required: true,
    // SMTP's limit (RFC 5321): longer addresses could not be mailed.
    max: 254,
    inputType: 'email',
    sortable: true,
    format: isEmail,
    messages: {
      required: 'Email is required',
      format: 'Please enter a valid email address',
      max: 'Email address cannot exceed 254 characters',
    },
  }),
  role: field.choice({ label: 'Role', choices: roles, required: true, sortable: true }),
  role_id: field.link({ label: 'Rights', to: 'roles' }),
  is_active: field.flag({
    label: 'Active',
    states: field.activeStates,
    required: true,
    sortable: true,
  }),
  phone: field.text({
    label: 'Phone',
    max: 50,
    inputType: 'tel',
    format: isPhone,
    messages: { format: 'Please enter a valid phone number' },
  }),
  department: field.text({ label: 'Department', max: 100 }),
  position: field.text({ label: 'Position', max: 100 }),
  bio: field.longText({ label: 'Bio', max: 1000 }),
  last_login: field.instant({ label: 'Last Login', required: false, sortable: true }),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

const { id, first_name, last_name, email, phone, department, position, bio, is_active } =
  userFields;

/** Only what is needed to show and choose a person (docs/product/users.md#directory). */
export const directoryFields = { id, first_name, last_name, is_active };

/** What a person may change about themselves (docs/product/users.md#profile). */
export const profileFields = { first_name, last_name, email, phone, department, position, bio };

/** What a person sends to change the profile; the password only with another email address. */
export const ownProfileFields = {
  ...profileFields,
  password: {
    ...field.text({ label: 'Current Password', max: 200 }),
    // Never trimmed, unlike other texts.
    read: (value: unknown) =>
      value === null || typeof value === 'string'
        ? { ok: true as const, value }
        : wrong('Current Password must be text'),
  },
};

/** The password input of forms; not a field of a user, since it is never read. */
export const passwordField = {
  ...field.text({ label: 'Password', required: true, max: 200 }),
  secret: true,
  read: readGivenPassword,
};

/** The repeated password; its requirements are stated at the first one. */
export const confirmField = {
  ...field.text({ label: 'Confirm Password', required: true, max: 200 }),
  secret: true,
  read: (value: unknown) =>
    typeof value === 'string' && value !== ''
      ? { ok: true as const, value }
      : wrong('Please enter the password again'),
};

const { username, role } = userFields;

/** The fields with which an administrator creates a user (docs/product/users.md#adding). */
export const accountFields = {
  first_name,
  last_name,
  username,
  email,
  role,
  password: passwordField,
};

/**
 * Choices of minutes without activity after which sessions end (docs/product/sign-in.md#idle-time-out); null means
 * never.
 */
export const sessionTimeouts = [15, 30, 60, 120] as const;

export type User = field.RowOf<typeof userFields>;
export type DirectoryUser = field.RowOf<typeof directoryFields>;
export type UserPatch = field.PatchOf<typeof userFields>;
export type ProfilePatch = field.PatchOf<typeof profileFields>;
export type OwnProfilePatch = field.PatchOf<typeof ownProfileFields>;
export type NewAccount = field.PatchOf<typeof accountFields>;
