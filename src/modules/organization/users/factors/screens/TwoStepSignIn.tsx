import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatInstant } from '~/kit/shared/time/days';
import { counted } from '~/kit/shared/money/numbers';
import { Badge } from '~/kit/ui/elements/Badge';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { toast } from '~/kit/ui/messages/toasts';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { AccountCard } from '../../account/screens/AccountCard';
import type { SecondFactor } from '../second-factor.fields';
import { turnOffFactor, useSecondFactor } from './second-factor.client';
import classes from './Factors.module.css';
import { PasswordQuestion } from './PasswordQuestion';
import { SetUpFactor } from './SetUpFactor';

const about = 'Sign in with your password and a code from an authenticator app on your phone.';

/** "Two-step sign-in" on the account screen (docs/product/sign-in.md#second-factor). */
export function TwoStepSignIn() {
  const { factor, state, reload } = useSecondFactor();
  const [step, setStep] = useState<'none' | 'setUp' | 'turnOff'>('none');
  const close = () => setStep('none');
  const closeAnew = async () => {
    await reload();
    close();
  };
  return (
    <AccountCard
      title="Two-step sign-in"
      about={about}
      action={factor?.enabled ? <Badge color="teal">On</Badge> : null}
    >
      {state === 'loading' ? <p role="status">Loading...</p> : null}
      {state === 'failed' ? (
        <LoadFailed text="Two-step sign-in could not be loaded." onRetry={() => void reload()} />
      ) : null}
      {factor && step === 'none' ? (
        <State
          factor={factor}
          onSetUp={() => setStep('setUp')}
          onTurnOff={() => setStep('turnOff')}
        />
      ) : null}
      {step === 'setUp' ? <SetUpFactor onCancel={close} onDone={() => void closeAnew()} /> : null}
      {step === 'turnOff' ? (
        <PasswordQuestion
          action="Turn Off"
          danger
          onPassword={async (password) => {
            await turnOffFactor(password);
            await closeAnew();
            toast('success', 'Two-step sign-in is off');
          }}
          onCancel={close}
        />
      ) : null}
    </AccountCard>
  );
}

interface StateProps {
  factor: SecondFactor;
  onSetUp: () => void;
  onTurnOff: () => void;
}

function State({ factor, onSetUp, onTurnOff }: StateProps) {
  const { timeZone } = useCompany();
  if (!factor.enabled || factor.confirmed_at === null)
    return <Button onClick={onSetUp}>Set Up</Button>;
  return (
    <div className={classes.state}>
      <p>
        On since {formatInstant(factor.confirmed_at, timeZone)}.{' '}
        {counted(factor.recovery_codes_left, 'recovery code')} left.
      </p>
      <Button variant="default" onClick={onTurnOff}>
        Turn Off
      </Button>
    </div>
  );
}
