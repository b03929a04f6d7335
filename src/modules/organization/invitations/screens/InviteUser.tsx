import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { Invitation } from '../invitations.fields';

const InvitationForm = lazyDialog('opened', () => import('./InvitationForm'));

const texts = {
  title: 'Invite User via Email',
  sent: ({ email }: Invitation) => `Invitation sent to ${email} successfully`,
};

export function InviteUser() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Invite User
      </Button>
      <InvitationForm opened={opened} onClose={() => setOpened(false)} texts={texts} />
    </>
  );
}
