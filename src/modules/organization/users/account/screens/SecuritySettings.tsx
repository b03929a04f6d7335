import { Button, NativeSelect } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { formatInstant } from '~/kit/shared/time/days';
import { attempt } from '~/kit/ui/calls/reportFailure';
import { Badge } from '~/kit/ui/elements/Badge';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { toast } from '~/kit/ui/messages/toasts';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { sessionTimeouts } from '../../users.fields';
import type { OwnSession } from '../../sessions/sessions.fields';
import { saveTimeout, useOwnSessions } from './account.client';
import { AccountCard } from './AccountCard';
import { signOut, useSession } from '../../sessions/screens/session.client';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './AccountCard.module.css';

const choices = [
  ...sessionTimeouts.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` })),
  { value: '', label: 'Never' },
];

export function SecuritySettings() {
  return (
    <AccountCard title="Security Settings">
      <SessionTimeout />
      <OwnSessions />
    </AccountCard>
  );
}

function SessionTimeout() {
  const { session_timeout_minutes: minutes } = useSession();
  const [chosen, setChosen] = useState<string | null>(null);
  const change = async (value: string) => {
    setChosen(value);
    await attempt({ refused: 'Failed to save session timeout' }, async () => {
      await saveTimeout(sessionTimeouts.find((each) => String(each) === value) ?? null);
      toast('success', 'Session timeout saved');
    });
    setChosen(null);
  };
  return (
    <NativeSelect
      className={classNames(classes.passwords)}
      label="Session Timeout"
      description="Signs you out of every browser after this time without activity."
      data={choices}
      value={chosen ?? String(minutes ?? '')}
      onChange={(event) => void change(event.currentTarget.value)}
    />
  );
}

function OwnSessions() {
  const own = useOwnSessions();
  const router = useRouter();
  const { sessions } = own;
  const run = (work: () => Promise<void>, done: string) => {
    void attempt({ refused: 'Failed to sign out' }, async () => {
      await work();
      toast('success', done);
    });
  };
  const end = ({ id, current, device }: OwnSession) => {
    if (current) void signOut().then(() => router.invalidate());
    else run(() => own.end(id), `Signed out ${device}`);
  };
  return (
    <>
      <div className={classes.sessionsHead}>
        <h3>Active Sessions</h3>
        {sessions.length > 1 ? (
          <Button
            variant="default"
            size="xs"
            onClick={() => run(own.endOthers, 'Signed out everywhere else')}
          >
            Sign out everywhere else
          </Button>
        ) : null}
      </div>
      {own.state === 'loading' ? <p role="status">Loading sessions...</p> : null}
      {own.state === 'failed' ? (
        <LoadFailed text="Your sessions could not be loaded." onRetry={own.retry} />
      ) : null}
      <ul className={classes.sessions} aria-label="Active Sessions">
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} onEnd={() => end(session)} />
        ))}
      </ul>
    </>
  );
}

function SessionLine({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { timeZone } = useCompany();
  const id = useId();
  const moment = (instant: string) => formatInstant(instant, timeZone);
  return (
    <li>
      <div id={id}>
        <p className={classes.device}>
          {session.device}
          {session.current ? <Badge color="teal">This session</Badge> : null}
        </p>
        <SoftText className={classes.moments} small>
          <span>Signed in {moment(session.created_at)}</span>{' '}
          <span>Last seen {moment(session.last_seen_at)}</span>
        </SoftText>
      </div>
      <Button variant="default" size="xs" aria-describedby={id} onClick={onEnd}>
        Sign out
      </Button>
    </li>
  );
}
