import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatInstant } from '~/kit/shared/time/days';
import { attempt } from '~/kit/ui/calls/reportFailure';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogBody, DialogFooter } from '~/kit/ui/dialog/DialogParts';
import { Badge } from '~/kit/ui/elements/Badge';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { toast } from '~/kit/ui/messages/toasts';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { UserSession } from '../../sessions/sessions.fields';
import type { User } from '../../users.fields';
import { displayName } from '../../users.rules';
import { useUserSessions } from './users.client';
import classes from './SessionsDialog.module.css';

interface Props {
  user: User | null;
  onClose: () => void;
}

/** Where a person is signed in, for administrators (docs/product/users.md#sessions). */
export default function SessionsDialog({ user, onClose }: Props) {
  return (
    <Dialog
      opened={user !== null}
      onClose={onClose}
      title="Sessions"
      subtitle={user ? displayName(user) : ''}
      size="lg"
      closeLabel="Close"
    >
      {user ? <Sessions user={user} onClose={onClose} /> : null}
    </Dialog>
  );
}

function Sessions({ user, onClose }: { user: User; onClose: () => void }) {
  const { sessions, state, retry, endAll } = useUserSessions(user.id);
  const [ending, setEnding] = useState(false);
  const end = async () => {
    setEnding(true);
    await attempt({ refused: 'Failed to end sessions' }, async () => {
      await endAll();
      toast('success', `All sessions of ${displayName(user)} were ended`);
    });
    setEnding(false);
  };
  return (
    <>
      <DialogBody>
        {state === 'loading' ? <p role="status">Loading sessions...</p> : null}
        {state === 'failed' ? (
          <LoadFailed text="The sessions could not be loaded." onRetry={retry} />
        ) : null}
        {state === 'ready' && sessions.length === 0 ? (
          <SoftText>Not signed in anywhere.</SoftText>
        ) : null}
        <ul className={classes.sessions} aria-label="Sessions">
          {sessions.map((session) => (
            <SessionLine key={session.id} session={session} />
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button
          color="red"
          loading={ending}
          disabled={sessions.every(({ current }) => current)}
          onClick={() => void end()}
        >
          End all sessions
        </Button>
      </DialogFooter>
    </>
  );
}

function SessionLine({ session }: { session: UserSession }) {
  const { timeZone } = useCompany();
  const { device, address, current, created_at, last_seen_at } = session;
  return (
    <li>
      <p className={classes.device}>
        {device}
        {current ? <Badge color="teal">This session</Badge> : null}
      </p>
      <SoftText className={classes.details} small>
        <span>From {address ?? 'an unknown address'}</span>
        <span>Signed in {formatInstant(created_at, timeZone)}</span>
        <span>Last seen {formatInstant(last_seen_at, timeZone)}</span>
      </SoftText>
    </li>
  );
}
