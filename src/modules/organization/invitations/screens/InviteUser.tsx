import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import type { Invitation } from '../invitations.fields';

const InvitationForm = lazy(async () => ({
  default: (await import('./InvitationForm')).InvitationForm,
}));

const words = {
  title: 'Invite User via Email',
  sent: ({ email }: Invitation) => `Invitation sent to ${email} successfully`,
  refused: 'Failed to send invitation',
  broken: 'Failed to send invitation. Please try again.',
};

export function InviteUser() {
  const [opened, setOpened] = useState(false);
  const needed = useOnceTrue(opened);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Invite User
      </Button>
      <Suspense fallback={null}>
        {needed ? (
          <InvitationForm opened={opened} onClose={() => setOpened(false)} words={words} />
        ) : null}
      </Suspense>
    </>
  );
}
