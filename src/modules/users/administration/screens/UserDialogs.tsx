import { IconKey, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import type { User } from '../../users.fields';
import { canDeactivate, canDelete, otherAdministrators } from '../../users.rules';
import { useSession } from '../../sessions/screens/session.client';
import type { UserConfirmation } from './ConfirmUserAction';
import type { Users } from './users.client';

const AddUserForm = lazy(async () => ({ default: (await import('./AddUserForm')).AddUserForm }));
const ResetPasswordForm = lazy(async () => ({
  default: (await import('./ResetPasswordForm')).ResetPasswordForm,
}));
const ConfirmUserAction = lazy(async () => ({
  default: (await import('./ConfirmUserAction')).ConfirmUserAction,
}));

interface Props {
  users: Users;
  dialogs: UserDialogsState;
}

export function UserDialogs({ users, dialogs }: Props) {
  const { creating, locked, question, close } = dialogs;
  const needsForm = useOnceTrue(creating);
  const needsReset = useOnceTrue(locked !== null);
  const needsQuestions = useOnceTrue(question !== null);
  return (
    <Suspense fallback={null}>
      {needsForm ? <AddUserForm users={users} opened={creating} onClose={close} /> : null}
      {needsReset ? <ResetPasswordForm users={users} user={locked} onClose={close} /> : null}
      {needsQuestions ? (
        <ConfirmUserAction users={users} question={question} onClose={close} />
      ) : null}
    </Suspense>
  );
}

type Asked = 'reset' | 'activate' | 'deactivate' | 'delete';
type Open = { what: Asked; id: number } | { what: 'create' };

export function useUserDialogs(rows: readonly User[]) {
  const [open, setOpen] = useState<Open | null>(null);
  const self = useSession().id;
  const rowActions = useMemo(
    () =>
      actionsOf(
        rows,
        self,
        (what) =>
          ({ id }) =>
            setOpen({ what, id }),
      ),
    [rows, self],
  );
  const user = open && 'id' in open ? (rows.find((each) => each.id === open.id) ?? null) : null;
  const question: UserConfirmation | null =
    user && open && open.what !== 'create' && open.what !== 'reset'
      ? { ask: open.what, user }
      : null;
  return {
    rowActions,
    question,
    creating: open?.what === 'create',
    locked: open?.what === 'reset' ? user : null,
    create: () => setOpen({ what: 'create' }),
    close: () => setOpen(null),
  };
}

export type UserDialogsState = ReturnType<typeof useUserDialogs>;

function actionsOf(
  rows: readonly User[],
  self: number,
  opener: (what: Asked) => (user: User) => void,
): readonly RowAction<User>[] {
  const standing = (user: User) => ({
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
      isOffered: (user) => user.is_active && canDeactivate(user, standing(user)).ok,
    },
    {
      key: 'reset',
      label: () => 'Reset Password',
      icon: <IconKey size={16} />,
      onClick: opener('reset'),
    },
    {
      key: 'delete',
      label: () => 'Delete',
      icon: <IconTrash size={16} />,
      onClick: opener('delete'),
      isOffered: (user) => canDelete(user, standing(user)).ok,
      danger: true,
    },
  ];
}
