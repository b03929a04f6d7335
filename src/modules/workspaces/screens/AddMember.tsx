import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { toast } from '~/kit/ui/elements/toasts';
import { useSubmit } from '~/kit/ui/form/useSubmit';
import { fullName, useDirectory } from '~/modules/users/administration/screens/users.client';
import { type MemberRole, memberRoles, type Workspace } from '../workspaces.fields';
import { rolesToGive } from '../workspaces.rules';
import { said } from './WorkspaceDialogs';
import type { Members } from './workspaces.client';

interface Props {
  workspace: Workspace;
  members: Members;
}

/** Takes an active user into the workspace, who is not in it yet. */
export function AddMember({ workspace, members }: Props) {
  const directory = useDirectory();
  const [user, setUser] = useState('');
  const [missing, setMissing] = useState(false);
  const [role, setRole] = useState<MemberRole>('member');
  const known = new Set(members.rows.map(({ user_id }) => user_id));
  const people = directory.rows.filter(({ id, is_active }) => is_active && !known.has(id));
  const roles = rolesToGive(workspace.role);
  const chosen = people.find(({ id }) => String(id) === user);
  const { busy, submit } = useSubmit(async () => {
    setMissing(!chosen);
    if (!chosen) return;
    await said('Failed to add member', () => members.add(chosen.id, role));
    toast('success', `${fullName(chosen)} has been added to ${workspace.name}`);
    setUser('');
  });
  if (directory.state === 'ready' && members.state === 'ready' && people.length === 0)
    return <p className="members-all">Every active user belongs to this workspace.</p>;
  return (
    <form className="member-add" onSubmit={submit}>
      <NativeSelect
        label="Add member"
        data={[
          { value: '', label: 'Select a user…' },
          ...people.map((each) => ({ value: String(each.id), label: fullName(each) })),
        ]}
        value={chosen ? user : ''}
        error={missing && !chosen ? 'Select a user first' : undefined}
        onChange={(event) => setUser(event.currentTarget.value)}
      />
      <NativeSelect
        label="Role"
        data={memberRoles
          .filter(({ value }) => roles.includes(value))
          .map(({ value, label }) => ({ value, label }))}
        value={role}
        onChange={(event) => {
          const next = roles.find((each) => each === event.currentTarget.value);
          if (next) setRole(next);
        }}
      />
      <Button type="submit" disabled={busy}>
        Add Member
      </Button>
    </form>
  );
}
