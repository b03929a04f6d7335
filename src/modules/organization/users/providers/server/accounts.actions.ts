import { findNamesake } from '~/kit/server/database/namesakes';
import { logEvent } from '~/kit/server/audit/log-event';
import { type Context, anonymous, type Write } from '~/kit/server/database/context';
import { lockRecord } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { notFound } from '~/kit/server/errors';
import { updateRecord } from '~/kit/server/database/write';
import { isRole } from '../../roles/server/roles.queries';
import { chosenRole } from '../../roles.rules';
import { newToken, nobodysHash } from '../../server/hashes.service';
import { invited } from '../../server/invited.service';
import { findHolder, lockOtherAdministrators, users } from '../../server/users.queries';
import { endUserSessions } from '../../sessions/server/sessions.service';
import { notifyOfAdministrator, notifyOfRole } from '../../server/access-news.service';
import { createUser } from '../../server/users.service';
import { canDemote } from '../../users.rules';
import {
  type Identity,
  mappedRole,
  type ProviderSettings,
  type Refused,
  usernameOf,
} from '../providers.rules';
import {
  type Account,
  deleteLinks,
  findAddressed,
  findLinked,
  insertLink,
  lockIdentity,
} from './providers.queries';

/**
 * The account of the person who came from the provider: the linked one, the one with the confirmed address, or a new one for a person who is
 * invited; its role follows the mapping. Or why there is none (docs/product/single-sign-on.md#accounts).
 */
export async function accountOf(
  write: Write,
  identity: Identity,
  settings: ProviderSettings,
): Promise<number | Refused> {
  const { trx } = write;
  const role = await roleOf(write, identity, settings);
  if (role === 'none') return 'no_role';
  await lockIdentity(trx, identity);
  const linked = await findLinked(trx, identity);
  const found = linked ?? (await claimed(write, { identity, settings, role }));
  if (typeof found === 'string') return found;
  if (!found.is_active) return 'inactive';
  if (role !== null) await giveRole(write, found, role);
  return found.id;
}

/** The account that is linked with an identity or has its address; nothing is linked by looking. */
export async function findAccount(trx: Transaction, identity: Identity): Promise<Account | null> {
  const linked = await findLinked(trx, identity);
  if (linked || identity.email === null) return linked;
  return findAddressed(trx, identity);
}

interface Came {
  identity: Identity;
  settings: ProviderSettings;
  /** The id of the role that the provider names; null where roles are given here. */
  role: number | null;
}

/** The id of the role that the provider names; null where roles are given here. */
async function roleOf(
  { trx }: Write,
  identity: Identity,
  { roles }: ProviderSettings,
): Promise<number | null | 'none'> {
  if (roles === null) return null;
  const name = mappedRole(roles, identity.roles);
  const role =
    name === null ? null : await findNamesake(trx, { table: 'roles', column: 'name' }, name);
  return role !== null && (await isRole(trx, role.id)) ? role.id : 'none';
}

/** Links the identity with the account of its address, which may be made for it. */
async function claimed(write: Write, came: Came): Promise<Account | Refused> {
  const { trx, context } = write;
  const { identity } = came;
  if (identity.email === null) return 'unverified';
  const addressed = await findAddressed(trx, identity);
  if (addressed && !addressed.is_active) return 'inactive';
  if (addressed?.has_other) return 'other_identity';
  const account = addressed ?? (await accountFor(write, identity.email, came));
  if (typeof account === 'string') return account;
  const { issuer, subject } = identity;
  await insertLink(trx, { issuer, subject, user: account.id, now: context.now });
  await logEvent(trx, {
    action: 'linked with the provider',
    entity: 'users',
    record: account.id,
    details: { issuer, account: addressed ? 'there' : 'new' },
    user: account.id,
  });
  return account;
}

async function accountFor(
  { trx, context }: Write,
  email: string,
  { identity, settings, role }: Came,
): Promise<Account | Refused> {
  // Someone else signs in with this address as a name.
  if (await findHolder(trx, email, 0)) return 'unknown';
  const invitation = await invited.get().lockOpen(trx, email, context.now);
  if (!invitation && !settings.createsUsers) return 'unknown';
  const { first_name, last_name } = invitation ?? identity;
  const person = { ...anonymous, first_name, last_name };
  const given = role === null ? invitation : chosenRole(noRole, { role_id: role });
  const chosen = given ?? noRole;
  if (chosen.role_id !== null && !(await isRole(trx, chosen.role_id))) return 'no_role';
  const user = await createUser(
    { trx, context: { ...context, person } },
    {
      username: usernameOf(email, newToken()),
      email,
      first_name,
      last_name,
      role: chosen.role,
      role_id: chosen.role_id,
      // No one knows this password: one is set by the link of a mail.
      password_hash: nobodysHash,
    },
  );
  const own = { trx, context: { ...context, person: { ...person, id: user.id } } };
  if (user.role === 'admin') await notifyOfAdministrator(own, user, theProvider);
  if (invitation) await invited.get().accept(own, invitation.id);
  return user;
}

const theProvider = 'the provider of single sign-on';

const noRole = { role: 'user', role_id: null } as const;

/** Gives the role that the provider names; the last active administrator stays one. */
async function giveRole(write: Write, { id, role }: Account, newRole: number): Promise<void> {
  const { trx } = write;
  // Locked before the account itself, as everything else that changes roles does.
  const others = role === 'admin' ? await lockOtherAdministrators(trx, id) : 0;
  const row = await lockRecord(trx, users, id);
  if (row.role_id === newRole) return;
  const chosen = chosenRole(row, { role_id: newRole });
  if (!chosen) return;
  const isDemotion = row.role === 'admin' && chosen.role === 'user';
  if (isDemotion && !canDemote(row, { asker: id, otherAdministrators: others }).ok) {
    const details = { role: newRole, stored: row.role_id };
    await logEvent(trx, {
      action: 'role unchanged',
      entity: 'users',
      record: id,
      details,
      user: id,
    });
    return;
  }
  const user = await updateRecord(write, users, { row, values: { ...chosen } });
  await notifyOfRole(write, row, user, theProvider);
}

/** Forgets which identity at the provider a user is, such as one that was given away; 404 where none is known. */
export async function unlinkUser(context: Context, id: number): Promise<{ id: number }> {
  return context.transaction(async (trx) => {
    await lockRecord(trx, users, id);
    if (!(await deleteLinks(trx, id))) throw notFound('Single sign-on of this user');
    await endUserSessions(trx, id, { now: context.now });
    await logEvent(trx, { action: 'unlinked from the provider', entity: 'users', record: id });
    return { id };
  });
}
