import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ChoiceBadge } from '~/kit/ui/elements/Badge';
import { fullName } from '~/modules/organization/users/administration/screens/users.client';
import { type Member, type MemberRole, memberRoles } from '../workspaces.fields';
import { canChangeMember, type OwnRole, rolesToGive } from '../workspaces.rules';
import { SoftText } from '~/kit/ui/theme/SoftText';
import classes from './MembersPanel.module.css';

interface Props {
  member: Member;
  ownRole: OwnRole;
  isOwn: boolean;
  onChange: (role: MemberRole) => Promise<void>;
  onRemove: () => void;
}

export function MemberRow({ member, ownRole, isOwn, onChange, onRemove }: Props) {
  const [newRole, setNewRole] = useState<MemberRole | null>(null);
  const name = fullName(member);
  const roles = rolesToGive(ownRole).filter(
    (to) => canChangeMember(ownRole, { from: member.role, to }).ok,
  );
  const mayRemove = canChangeMember(ownRole, { from: member.role, to: null }).ok;
  const change = (role: MemberRole): void => {
    setNewRole(role);
    // The failure was already reported; the select then shows the unchanged role.
    onChange(role)
      .catch(() => undefined)
      .finally(() => setNewRole(null));
  };
  return (
    <li className={classes.member}>
      <div className={classes.name}>
        {name}
        {isOwn ? <Detail>(you)</Detail> : null}
        {member.is_active ? null : <Detail>Inactive</Detail>}
      </div>
      {roles.length > 0 ? (
        <NativeSelect
          aria-label={`Role of ${name}`}
          data={roleOptions(roles)}
          value={newRole ?? member.role}
          disabled={newRole !== null}
          onChange={(event) => {
            const role = roles.find((each) => each === event.currentTarget.value);
            if (role) change(role);
          }}
        />
      ) : (
        <ChoiceBadge choices={memberRoles} value={member.role} />
      )}
      {mayRemove && !isOwn ? (
        <ActionIcon
          variant="subtle"
          color="red"
          size={36}
          aria-label={`Remove ${name}`}
          title={`Remove ${name}`}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      ) : roles.length > 0 ? (
        <span className={classes.noButton} />
      ) : null}
    </li>
  );
}

function Detail({ children }: { children: string }) {
  return <SoftText className={classes.details} as="span">{` ${children}`}</SoftText>;
}

/** These roles as the choices of a select. */
export function roleOptions(roles: readonly MemberRole[]) {
  return memberRoles
    .filter(({ value }) => roles.includes(value))
    .map(({ value, label }) => ({ value, label }));
}
