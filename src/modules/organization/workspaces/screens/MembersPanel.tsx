import { Button } from '@mantine/core';
import { useState } from 'react';
import { orTryAgain, reportFailure } from '~/kit/ui/calls/reportFailure';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { toast } from '~/kit/ui/messages/toasts';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { fullName } from '~/modules/organization/users/administration/screens/users.client';
import type { Member, MemberRole, Workspace } from '../workspaces.fields';
import { rolesToGive } from '../workspaces.rules';
import { AddMember } from './AddMember';
import { MemberRow } from './MemberRow';
import { type Members, useMembers } from './workspaces.client';
import { DialogBody, DialogFooter } from '~/kit/ui/dialog/DialogParts';
import classes from './MembersPanel.module.css';

interface Props {
  workspace: Workspace | null;
  onClose: () => void;
}

export default function MembersPanel({ workspace, onClose }: Props) {
  const [asks, setAsks] = useState(false);
  return (
    <Dialog
      opened={workspace !== null}
      onClose={onClose}
      title="Members"
      subtitle={workspace?.name}
      placement="side"
      size={560}
      closeLabel="Dismiss"
      closeOnEscape={!asks}
    >
      {workspace ? <Body workspace={workspace} onClose={onClose} onAsk={setAsks} /> : null}
    </Dialog>
  );
}

interface BodyProps {
  workspace: Workspace;
  onClose: () => void;
  onAsk: (asks: boolean) => void;
}

function Body({ workspace, onClose, onAsk }: BodyProps) {
  const members = useMembers(workspace.id);
  const { id: self } = useSession();
  const [recordToDelete, setRecordToDelete] = useState<Member | null>(null);
  const ask = (member: Member | null) => {
    setRecordToDelete(member);
    onAsk(member !== null);
  };
  const own = members.rows.find(({ user_id }) => user_id === self);
  return (
    <>
      {/* Scrollable regions must be focusable. */}
      <DialogBody tabIndex={0} role="group" aria-label="Members">
        {rolesToGive(workspace.role).length > 0 ? (
          <AddMember workspace={workspace} members={members} />
        ) : null}
        <MemberList workspace={workspace} members={members} self={self} onRemove={ask} />
      </DialogBody>
      <DialogFooter>
        {own ? (
          <Button variant="default" onClick={() => ask(own)}>
            Leave Workspace
          </Button>
        ) : null}
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
      <RemoveQuestion
        workspace={workspace}
        members={members}
        recordToDelete={recordToDelete}
        isOwn={recordToDelete?.user_id === self}
        onClose={() => ask(null)}
      />
    </>
  );
}

interface ListProps {
  workspace: Workspace;
  members: Members;
  self: number;
  onRemove: (member: Member) => void;
}

function MemberList({ workspace, members, self, onRemove }: ListProps) {
  if (members.state === 'failed')
    return <FailedState text="Members could not be loaded" onRetry={members.retry} />;
  if (members.state === 'loading') return <LoadingRows columns={2} text="Loading members..." />;
  const change = async (member: Member, role: MemberRole): Promise<void> => {
    await reportFailure(orTryAgain('Failed to change the role'), () =>
      members.change(member, role),
    );
    toast('success', `The role of ${fullName(member)} has been changed`);
  };
  return (
    <ul className={classes.members}>
      {members.rows.map((member) => (
        <MemberRow
          key={member.id}
          member={member}
          ownRole={workspace.role}
          isOwn={member.user_id === self}
          onChange={(role) => change(member, role)}
          onRemove={() => onRemove(member)}
        />
      ))}
    </ul>
  );
}

interface QuestionProps {
  workspace: Workspace;
  members: Members;
  recordToDelete: Member | null;
  isOwn: boolean;
  onClose: () => void;
}

function RemoveQuestion({ workspace, members, recordToDelete, isOwn, onClose }: QuestionProps) {
  const label = isOwn ? 'Leave Workspace' : 'Remove Member';
  const who = isOwn
    ? 'You no longer belong'
    : `${recordToDelete ? fullName(recordToDelete) : ''} no longer belongs`;
  return (
    <ConfirmDialog
      opened={recordToDelete !== null}
      title={label}
      message={`${who} to ${workspace.name}. Records made there stay.`}
      confirmLabel={label}
      danger
      failed={orTryAgain(isOwn ? 'Failed to leave' : 'Failed to remove member')}
      onConfirm={async () => {
        if (!recordToDelete) return;
        await members.remove(recordToDelete);
        return isOwn ? `You have left ${workspace.name}` : 'Member removed successfully';
      }}
      onClose={onClose}
    />
  );
}
