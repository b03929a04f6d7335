import { orTryAgain } from '~/kit/ui/calls/reportFailure';
import { Button, NativeSelect } from '@mantine/core';
import { useForm } from '~/kit/ui/form/useForm';
import {
  fullName,
  useDirectory,
} from '~/modules/organization/users/administration/screens/users.client';
import type { MemberRole, Workspace } from '../workspaces.fields';
import { rolesToGive } from '../workspaces.rules';
import { roleOptions } from './MemberRow';
import type { Members } from './workspaces.client';
import { SoftText } from '~/kit/ui/theme/SoftText';
import classes from './MembersPanel.module.css';

interface Props {
  workspace: Workspace;
  members: Members;
}

interface Typed {
  user: string;
  role: MemberRole;
}

export function AddMember({ workspace, members }: Props) {
  const directory = useDirectory();
  const existing = new Set(members.rows.map(({ user_id }) => user_id));
  const people = directory.rows.filter(({ id, is_active }) => is_active && !existing.has(id));
  const roles = rolesToGive(workspace.role);
  const chosenOf = ({ user }: Typed) => people.find(({ id }) => String(id) === user);
  const form = useForm<Typed, Typed>({
    initial: { user: '', role: 'member' },
    problemsOf: (typed) =>
      chosenOf(typed) ? [] : [{ field: 'user', message: 'Select a user first' }],
    bodyOf: (typed) => typed,
    failed: orTryAgain('Failed to add member'),
    onSubmit: async (typed) => {
      const chosen = chosenOf(typed);
      if (!chosen) return;
      await members.add(chosen.id, typed.role);
      return `${fullName(chosen)} has been added to ${workspace.name}`;
    },
    onSaved: () => form.set({ user: '' }),
  });
  if (directory.state === 'ready' && members.state === 'ready' && people.length === 0)
    return (
      <SoftText className={classes.membersAll}>
        Every active user belongs to this workspace.
      </SoftText>
    );
  return (
    <form className={classes.add} onSubmit={form.submit}>
      <NativeSelect
        label="Add member"
        data={[
          { value: '', label: 'Select a user…' },
          ...people.map((each) => ({ value: String(each.id), label: fullName(each) })),
        ]}
        value={chosenOf(form.values) ? form.values.user : ''}
        error={form.errorOf('user')}
        onChange={(event) => form.set({ user: event.currentTarget.value })}
      />
      <NativeSelect
        label="Role"
        data={roleOptions(roles)}
        value={form.values.role}
        onChange={(event) => {
          const next = roles.find((each) => each === event.currentTarget.value);
          if (next) form.set({ role: next });
        }}
      />
      <Button type="submit" disabled={form.saving}>
        Add Member
      </Button>
    </form>
  );
}
