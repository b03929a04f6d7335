import type { Transaction } from '~/kit/server/database/transaction';
import { invalid } from '~/kit/server/errors';
import { chosenRole } from '../roles.rules';
import { isRole } from '../roles/server/roles.queries';
import type { User } from '../users.fields';
import { requiresFactor, rightsColumn } from './users.queries';

/** SQL: the rights of user `u`, null for everything (docs/product/roles.md#ready-made-roles). */
export const rightsOfUser = rightsColumn;

export { requiresFactor, isRole };

type Roles = Pick<User, 'role' | 'role_id'>;

export const noRole: Roles = { role: 'user', role_id: null };

/** The role that someone is to have; 400 for one that there is not, or two that contradict each other. */
export async function chooseRole(
  trx: Transaction,
  before: Roles,
  sent: { [K in keyof Roles]?: Roles[K] | undefined },
): Promise<Roles> {
  const role = chosenRole(before, sent);
  if (!role) throw invalid('role_id', 'role and role_id name different roles');
  const isNew = role.role_id !== null && role.role_id !== before.role_id;
  if (isNew && !(await isRole(trx, role.role_id))) throw invalid('role_id', 'Role not found');
  return role;
}
