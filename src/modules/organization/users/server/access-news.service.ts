import { randomUUID } from 'node:crypto';
import type { Write } from '~/kit/server/database/context';
import { queueMail } from '~/kit/server/mail/mail';
import { isEmail } from '~/kit/shared/fields/contact';
import { isWider, rightsOf } from '../rights.rules';
import { findRights } from '../roles/server/roles.queries';
import type { User } from '../users.fields';
import { displayName } from '../users.rules';
import { accessMail } from './users.mail';
import { type Addressed, listAdministrators } from './users.queries';

interface News {
  /** The person concerned, who is mailed `own`. */
  user?: User;
  own?: string;
  /** For the administrators. */
  others: string;
  subject?: string;
  /** The signed-in person unless given. */
  by?: string | undefined;
}

/**
 * Mails news of access to the person concerned and to the administrators, in the writer's transaction. The person who did it is
 * left out, but for the only administrator: a stolen session must not act unseen (docs/product/users.md#news-of-access).
 */
export async function notifyOfAccess({ trx, context }: Write, news: News): Promise<void> {
  const { person, now } = context;
  const { user, own, others, subject, by = displayName(person) } = news;
  const send = async ({ email: to, first_name: firstName }: Addressed, happened: string) => {
    if (!isEmail(to)) return;
    const mail = accessMail({ to, firstName, happened, by, subject });
    // By its key the mail is found when a person whom it names is anonymized.
    await queueMail(trx, { ...mail, key: `access:${randomUUID()}` }, now);
  };
  if (user && own !== undefined) await send(user, own);
  const administrators = (await listAdministrators(trx)).filter(({ id }) => id !== user?.id);
  const recipients = administrators.filter(({ id }) => id !== person.id);
  for (const each of recipients.length > 0 ? recipients : administrators) await send(each, others);
}

/** Says of a user who is an administrator from now on. */
export function notifyOfAdministrator(write: Write, user: User, by?: string): Promise<void> {
  return notifyOfAccess(write, {
    user,
    own: 'You are now an administrator of Manufacturing CRM.',
    others: `${displayName(user)} is now an administrator of Manufacturing CRM.`,
    by,
  });
}

type AccessState = Pick<User, 'role' | 'role_id' | 'is_active'>;

/** Says of a user who may do more than before: as an administrator, or by a role with more rights. */
export async function notifyOfRole(
  write: Write,
  before: AccessState,
  user: User,
  by?: string,
): Promise<void> {
  const isAdministrator = (each: AccessState) => each.role === 'admin' && each.is_active;
  if (!user.is_active || isAdministrator(before)) return;
  if (isAdministrator(user)) return notifyOfAdministrator(write, user, by);
  if (before.role_id === user.role_id) return;
  const [had, has] = [await holderOf(write, before), await holderOf(write, user)];
  if (!isWider(rightsOf(had), rightsOf(has))) return;
  const role = has.name === null ? 'User' : has.name;
  await notifyOfAccess(write, {
    user,
    own: `Your role in Manufacturing CRM is now ${role}, with more rights than before.`,
    others: `${displayName(user)} now has the role ${role} in Manufacturing CRM, with more rights than before.`,
    by,
  });
}

async function holderOf({ trx }: Write, { role, role_id }: AccessState) {
  const found = role_id === null ? null : await findRights(trx, role_id);
  return { role, name: found?.name ?? null, rights: found?.rights ?? null };
}
