import { useMemo } from 'react';
import { dayOf, formatInstant, relativeDay } from '~/kit/shared/time/days';
import { allowed } from '~/kit/shared/verdict';
import { momentValue } from '~/kit/ui/columns/CellValue';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import { saveCell } from '~/kit/ui/records/saveCell';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type User, userFields, type UserPatch } from '../../users.fields';
import { canDemote, displayName, otherAdministrators } from '../../users.rules';
import { useSession } from '../../sessions/screens/session.client';
import { useRoleChoices } from '../../roles/screens/roles.client';
import type { Users } from './users.client';

const except = ['id', 'bio'] as const;

/** On a phone the first line shows the whole name. */
const narrowNames: Readonly<Record<string, Pick<Column<User>, 'narrowText'>>> = {
  first_name: { narrowText: displayName },
  last_name: { narrowText: () => '' },
};

export function useUserColumns(users: Users): readonly Column<User>[] {
  const { timeZone, today } = useCompany();
  const asker = useSession().id;
  const roles = useRoleChoices();
  return useMemo(() => {
    const lastLogin = ({ last_login }: User) =>
      last_login === null ? 'Never' : relativeDay(dayOf(last_login, timeZone), today);
    const moment = ({ last_login }: User, text: string) =>
      last_login === null ? text : momentValue(text, formatInstant(last_login, timeZone));
    const columns = columnsFromFields(userFields, {
      except,
      timeZone,
      today,
      required: ['first_name'],
      canEdit: (user, key) =>
        key === 'role' || key === 'role_id'
          ? canDemote(user, {
              asker,
              otherAdministrators: otherAdministrators(users.rows, user.id),
            })
          : allowed,
      save: (user, patch, edit) =>
        saveCell(users, user, patch, { ...textsFor(patch), name: displayName(user), edit }),
      choices: { role_id: roles },
      overrides: {
        role_id: {
          text: ({ role_id }) => roles.find(({ value }) => value === String(role_id))?.label ?? '',
        },
        is_active: { edit: false },
        first_name: { width: 130 },
        last_name: { width: 130 },
        email: { width: 230 },
        role: { width: 136 },
        last_login: { text: lastLogin, render: (user) => moment(user, lastLogin(user)) },
      },
    });
    return columns.map((column) => ({ ...column, ...narrowNames[column.key] }));
  }, [users, asker, roles, timeZone, today]);
}

/** "Failed to update user {field}: {reason}" (docs/product/users.md#messages). */
function textsFor(patch: UserPatch) {
  const [name = ''] = Object.keys(patch);
  const label = Object.entries(userFields).find(([key]) => key === name)?.[1].label ?? name;
  const refused = `Failed to update user ${label.toLowerCase()}`;
  return { noun: 'user', saved: 'User updated successfully', refused, offlineText: refused };
}
