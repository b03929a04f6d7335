import {
  IconDevices,
  IconKey,
  IconLinkOff,
  IconShieldCheck,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { deleteAction, secondary } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { User } from '../../users.fields';
import { canDeactivate, canDelete, canDemote, otherAdministrators } from '../../users.rules';
import { useSession } from '../../sessions/screens/session.client';
import type { UserConfirmation } from './ConfirmUserAction';
import { type Users, useLinkedUsers } from './users.client';

const AddUserForm = lazyDialog('opened', () => import('./AddUserForm'));
const ResetPasswordForm = lazyDialog('user', () => import('./ResetPasswordForm'));
const SessionsDialog = lazyDialog('user', () => import('./SessionsDialog'));
const RoleOfUser = lazyDialog('user', () => import('./RoleOfUser'));
const ConfirmUserAction = lazyDialog('question', () => import('./ConfirmUserAction'));

interface Props {
  users: Users;
  dialogs: UserDialogsState;
}

export function UserDialogs({ users, dialogs }: Props) {
  const { creating, locked, watched, ranked, question, close } = dialogs;
  return (
    <>
      <AddUserForm users={users} opened={creating} onClose={close} />
      <ResetPasswordForm users={users} user={locked} onClose={close} />
      <SessionsDialog user={watched} onClose={close} />
      <RoleOfUser users={users} user={ranked} onClose={close} />
      <ConfirmUserAction users={users} question={question} onClose={close} />
    </>
  );
}

type UserDialog = UserConfirmation['ask'] | 'reset' | 'role' | 'sessions';
type Open = { what: UserDialog; id: number } | { what: 'create' };

function isQuestion(what: Open['what']): what is UserConfirmation['ask'] {
  return !['create', 'reset', 'role', 'sessions'].includes(what);
}

export function useUserDialogs(rows: readonly User[]) {
  const [open, setOpen] = useState<Open | null>(null);
  const self = useSession().id;
  const linked = useLinkedUsers();
  const rowActions = useMemo(
    () =>
      actionsOf(
        { rows, self, linked },
        (what) =>
          ({ id }) =>
            setOpen({ what, id }),
      ),
    [rows, self, linked],
  );
  const user = open && 'id' in open ? (rows.find((each) => each.id === open.id) ?? null) : null;
  const question: UserConfirmation | null =
    user && open && isQuestion(open.what) ? { ask: open.what, user } : null;
  return {
    rowActions,
    question,
    creating: open?.what === 'create',
    locked: open?.what === 'reset' ? user : null,
    watched: open?.what === 'sessions' ? user : null,
    ranked: open?.what === 'role' ? user : null,
    create: () => setOpen({ what: 'create' }),
    close: () => setOpen(null),
  };
}

export type UserDialogsState = ReturnType<typeof useUserDialogs>;

function actionsOf(
  { rows, self, linked }: { rows: readonly User[]; self: number; linked: ReadonlySet<number> },
  opener: (what: UserDialog) => (user: User) => void,
): readonly RowAction<User>[] {
  const accessStateOf = (user: User) => ({
    asker: self,
    otherAdministrators: otherAdministrators(rows, user.id),
  });
  return [
    {
      key: 'activate',
      label: () => 'Activate',
      icon: <IconUserCheck size={16} />,
      onClick: opener('activate'),
      isOffered: (user) => !user.is_active,
    },
    {
      key: 'deactivate',
      label: () => 'Deactivate',
      icon: <IconUserOff size={16} />,
      onClick: opener('deactivate'),
      isOffered: (user) => user.is_active && canDeactivate(user, accessStateOf(user)).ok,
    },
    secondary({
      key: 'role',
      label: () => 'Change Role',
      icon: <IconShieldCheck size={16} />,
      onClick: opener('role'),
      isOffered: (user) => canDemote(user, accessStateOf(user)).ok,
    }),
    {
      key: 'reset',
      label: () => 'Reset Password',
      icon: <IconKey size={16} />,
      onClick: opener('reset'),
    },
    ...signInActions(self, linked, opener).map((action) => secondary(action)),
    deleteAction(opener('delete'), (user) => canDelete(user, accessStateOf(user)).ok),
  ];
}

/** Used less often: two-step sign-in, single sign-on and sessions. */
function signInActions(
  self: number,
  linked: ReadonlySet<number>,
  opener: (what: UserDialog) => (user: User) => void,
): readonly RowAction<User>[] {
  return [
    {
      key: 'factor',
      label: () => 'Reset Two-Step Sign-In',
      icon: <IconShieldOff size={16} />,
      onClick: opener('factor'),
      isOffered: ({ id }) => id !== self,
    },
    {
      key: 'unlink',
      label: () => 'Unlink Single Sign-On',
      icon: <IconLinkOff size={16} />,
      onClick: opener('unlink'),
      isOffered: ({ id }) => linked.has(id),
    },
    {
      key: 'sessions',
      label: () => 'Sessions',
      icon: <IconDevices size={16} />,
      onClick: opener('sessions'),
    },
  ];
}
