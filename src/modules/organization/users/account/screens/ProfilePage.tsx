import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { Page } from '~/kit/ui/shell/Page';
import { profileFields } from '../../users.fields';
import { AccountCard, AccountDetails } from './AccountCard';
import { ProfileForm } from './ProfileForm';
import { ProfilePhoto } from './ProfilePhoto';
import type { SessionUser } from '../../sessions/sessions.fields';
import { useSession } from '../../sessions/screens/session.client';
import classes from './AccountCard.module.css';

export default function ProfilePage() {
  const user = useSession();
  const [editing, setEditing] = useState(false);
  return (
    <Page title="Profile Details" subtitle="Your name, your photo and how to reach you">
      <div className={classes.cards}>
        <AccountCard title="Photo">
          <ProfilePhoto user={user} />
        </AccountCard>
        <AccountCard
          title="Personal Information"
          action={
            editing ? null : (
              <Button
                variant="default"
                leftSection={<IconPencil size={16} />}
                onClick={() => setEditing(true)}
              >
                Edit Profile
              </Button>
            )
          }
        >
          {editing ? (
            <ProfileForm user={user} onClose={() => setEditing(false)} />
          ) : (
            <AccountDetails details={detailsOf(user)} />
          )}
        </AccountCard>
      </div>
    </Page>
  );
}

function detailsOf(user: SessionUser) {
  return Object.entries(profileFields).map(([name, { label, kind }]) => ({
    label,
    value: user[name as keyof typeof profileFields],
    wide: kind === 'longText',
  }));
}
