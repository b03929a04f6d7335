import { IconBuildingFactory2 } from '@tabler/icons-react';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Layout } from '~/kit/ui/Layout';
import { listenLive } from '~/kit/ui/live';
import { queryClient } from '~/kit/ui/records';
import { signOut, useSession } from '~/modules/users/screens/session.client';
import { menuEntries, profileEntries } from './menu';

/** The frame around every signed-in screen; listens for changes for as long as it stands. */
export function Shell() {
  const user = useSession();
  const router = useRouter();
  useEffect(() => listenLive(queryClient), []);
  useOtherRole(user.role, () => void router.invalidate());
  return (
    <Layout
      productName="Manufacturing CRM"
      productIcon={IconBuildingFactory2}
      entries={menuEntries(user.role)}
      profileEntries={profileEntries}
      user={user}
      onLogout={() => void signOut().then(() => router.invalidate())}
    >
      <Outlet />
    </Layout>
  );
}

/** An administrator who is one no more must leave the screens of administrators. */
function useOtherRole(role: string, onChange: () => void) {
  const known = useRef(role);
  useEffect(() => {
    if (known.current === role) return;
    known.current = role;
    onChange();
  });
}
