import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import type { User } from '../../users.fields';
import { displayName } from '../../users.rules';
import type { Users } from './users.client';

type Ask = keyof typeof texts;

export interface UserConfirmation {
  ask: Ask;
  user: User;
}

interface Props {
  users: Users;
  question: UserConfirmation | null;
  onClose: () => void;
}

// Explained in docs/product/users.md#activation.
const texts = {
  activate: {
    title: 'Activate User',
    text: 'This restores access: the user can log in again.',
    done: 'activated',
    refused: 'Failed to update user status',
  },
  deactivate: {
    title: 'Deactivate User',
    text: 'The user can no longer log in and is signed out everywhere at once.',
    done: 'deactivated',
    refused: 'Failed to update user status',
  },
  delete: {
    title: 'Delete User',
    text: 'This action cannot be undone. Past work keeps the name; leads assigned to this user become unassigned.',
    done: 'deleted',
    refused: 'Failed to delete user',
  },
  factor: {
    title: 'Reset Two-Step Sign-In',
    text: 'For users who lost their phone and recovery codes. They can sign in with only their password until they set it up again. They are signed out everywhere and get an email.',
    done: 'reset for two-step sign-in',
    refused: 'Failed to reset two-step sign-in',
  },
  unlink: {
    title: 'Unlink Single Sign-On',
    text: 'For users whose identity at the provider changed. Their next single sign-on links the account again by email address. They are signed out everywhere.',
    done: 'unlinked from single sign-on',
    refused: 'Failed to unlink single sign-on',
  },
} as const;

export default function ConfirmUserAction({ users, question, onClose }: Props) {
  return (['activate', 'deactivate', 'delete', 'factor', 'unlink'] as const).map((ask) => (
    <Question
      key={ask}
      ask={ask}
      users={users}
      user={question?.ask === ask ? question.user : null}
      onClose={onClose}
    />
  ));
}

interface QuestionProps {
  ask: Ask;
  users: Users;
  user: User | null;
  onClose: () => void;
}

function Question({ ask, users, user, onClose }: QuestionProps) {
  const { title, text, done, refused } = texts[ask];
  return (
    <ConfirmDialog
      opened={user !== null}
      title={title}
      subject={user ? displayName(user) : ''}
      message={text}
      confirmLabel={title}
      danger={ask !== 'activate'}
      failed={{ refused }}
      onConfirm={async () => {
        if (!user) return;
        await doIt(ask, users, user);
        return `User "${displayName(user)}" has been ${done} successfully`;
      }}
      onClose={onClose}
    />
  );
}

function doIt(ask: Ask, users: Users, { id }: User): Promise<unknown> {
  if (ask === 'delete') return users.delete(id);
  if (ask === 'factor') return users.resetFactor(id);
  if (ask === 'unlink') return users.unlink(id);
  return users.update(id, { is_active: ask === 'activate' });
}
