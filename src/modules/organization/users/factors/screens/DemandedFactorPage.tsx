import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { CardPage, CardText } from '~/kit/ui/shell/CardPage';
import { ConfirmationArea } from '../../sessions/screens/ConfirmationArea';
import { keepSession, signOut } from '../../sessions/screens/session.client';
import { MakePasskey } from './MakePasskey';
import { hasPasskeys } from './PasskeyButton';
import { SetUpFactor } from './SetUpFactor';

/** Where someone lands whose role requires a second factor (docs/product/sign-in.md#required-by-a-role). */
export function DemandedFactorPage() {
  const passed = useRouterState({ select: (state) => state.location.state });
  const router = useRouter();
  const navigate = useNavigate();
  const [byPasskey, setByPasskey] = useState(false);
  const done = () => {
    keepSession({ must_set_up_factor: false });
    void navigate({ href: passed.next ?? '/', replace: true });
  };
  return (
    <CardPage title="Manufacturing CRM" tab="Two-step sign-in · Manufacturing CRM" wide>
      <CardText>
        Your role requires two-step sign-in: a password and a code from an authenticator app on your
        phone. Set it up to continue.
      </CardText>
      {byPasskey ? (
        <MakePasskey onCancel={() => setByPasskey(false)} onDone={done} />
      ) : (
        <SetUpFactor
          cancelLabel="Sign out"
          onCancel={() => void signOut().then(() => router.invalidate())}
          onDone={done}
        />
      )}
      {hasPasskeys() && !byPasskey ? (
        <Anchor component="button" type="button" size="sm" onClick={() => setByPasskey(true)}>
          Add a passkey instead
        </Anchor>
      ) : null}
      <ConfirmationArea />
    </CardPage>
  );
}
