import { useMemo } from 'react';
import { dayOf, formatDay, formatInstant } from '~/kit/shared/time/days';
import { momentValue } from '~/kit/ui/columns/CellValue';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useRoleChoices } from '~/modules/organization/users/roles/screens/roles.client';
import { displayName } from '~/modules/organization/users/users.rules';
import { type Invitation, invitationFields } from '../invitations.fields';
import { roleWord } from '../invitations.rules';
import { SoftText } from '~/kit/ui/theme/SoftText';
import classes from './InvitationColumns.module.css';

const keys = ['role', 'status', 'invited_by_name', 'created_at', 'expires_at'] as const;

const person: Column<Invitation> = {
  key: 'person',
  title: 'Name & Email',
  width: 320,
  text: (invitation) => `${displayName(invitation)} ${invitation.email}`,
  sortValue: displayName,
  render: (invitation) => (
    <>
      <span className={classes.name}>{displayName(invitation)}</span>{' '}
      <SoftText className={classes.email} as="span">
        {invitation.email}
      </SoftText>
    </>
  ),
};

export function useInvitationColumns(): readonly Column<Invitation>[] {
  const { timeZone, today } = useCompany();
  const roles = useRoleChoices();
  return useMemo(() => {
    // A relative word such as "Today" would be wrong for a day in the future.
    const expiry = ({ expires_at }: Invitation) => formatDay(dayOf(expires_at, timeZone));
    const roleOf = ({ role, role_id }: Invitation) =>
      roles.find(({ value }) => value === String(role_id))?.label ?? roleWord(role);
    const others = columnsFromFields(invitationFields, {
      keys,
      timeZone,
      today,
      overrides: {
        role: { width: 136, text: roleOf },
        expires_at: {
          text: expiry,
          render: (invitation) =>
            momentValue(expiry(invitation), formatInstant(invitation.expires_at, timeZone)),
        },
      },
    });
    return [person, ...others];
  }, [roles, timeZone, today]);
}
