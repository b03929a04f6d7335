import type { Context } from '~/kit/server/database/context';
import { countDependents, listDependents } from '~/kit/server/database/dependents';
import { getRecord, type Locked, lockRecord } from '~/kit/server/database/entity';
import { refuseNamesake, type UniqueText } from '~/kit/server/database/namesakes';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import { enforce } from '~/kit/server/errors';
import { invited } from '../../server/invited.service';
import { notifyOfAccess } from '../../server/access-news.service';
import { atFirst, isWider, mergeRights, nothing } from '../../rights.rules';
import type { NewRole, Role, RolePatch } from '../../roles.fields';
import { canChange, canDelete } from '../../roles.rules';
import { listHolders, roles } from './roles.queries';

export async function getRole(context: Pick<Context, 'db'>, id: number): Promise<Role> {
  // The select of roles also reads the rights, which are not a field.
  return (await getRecord(context.db, roles, id)) as Role;
}

const uniqueRole: UniqueText = {
  table: 'roles',
  column: 'name',
  type: 'role',
  code: 'role.name_taken',
  message: (name) => `There is already a role named ${name}`,
};

/** Makes a role; what is not sent is not permitted (docs/product/roles.md#calls). */
export async function createRole(context: Context, role: NewRole): Promise<Role> {
  return context.write(async (write, trx) => {
    const { name, rights, second_factor_required = false } = role;
    await refuseNamesake(trx, uniqueRole, name);
    const values = { name, second_factor_required, rights: mergeRights(atFirst, rights ?? {}) };
    return (await insertRecord(write, roles, values)) as Locked<Role>;
  });
}

/** Changes a role; its users have its rights from their next call on. */
export async function updateRole(context: Context, id: number, patch: RolePatch): Promise<Role> {
  const { updated_at: seen, name, rights, second_factor_required } = patch;
  return context.write(async (write, trx) => {
    const row = (await lockRecord(trx, roles, id, seen)) as Locked<Role>;
    enforce(canChange(row, patch));
    if (name !== undefined) await refuseNamesake(trx, uniqueRole, name, id);
    const merged = mergeRights(row.rights, rights ?? {});
    const isSame = JSON.stringify(merged) === JSON.stringify(mergeRights(nothing, row.rights));
    const values = { name, second_factor_required, rights: isSame ? undefined : merged };
    const role = (await updateRecord(write, roles, { row, values })) as Locked<Role>;
    const isLooser = row.second_factor_required && !role.second_factor_required;
    if (isLooser || isWider(row.rights, role.rights))
      await notifyOfAccess(write, { others: wideningOf(role, isLooser) });
    return role;
  });
}

function wideningOf({ name }: Role, isLooser: boolean): string {
  const role = `The role ${name} in Manufacturing CRM`;
  return isLooser
    ? `${role} no longer requires a second factor.`
    : `${role} has more rights than before.`;
}

/** Deletes a role that no one has; a user who is given it in the meantime is refused by the database. */
export async function deleteRole(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    await invited.get().expireOverdue(trx, context.now);
    const row = await lockRecord(trx, roles, id);
    const role = { table: roles.name, id };
    const verdict = canDelete(row, await countDependents(trx, role));
    if (!verdict.ok) {
      const holders = row.is_ready_made ? [] : await listHolders(trx, id);
      const details = holders.map((record) => ({ message: `${record.label} has it`, record }));
      const named = row.is_ready_made ? [] : await listDependents(write, role, 'Named by');
      enforce(verdict, [...details, ...named]);
    }
    await deleteRecord(write, roles, { row });
    return { id };
  });
}
