import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dayOf, formatDay, formatInstant } from '~/kit/shared/time/days';
import { Page } from '~/kit/ui/shell/Page';
import { toast } from '~/kit/ui/messages/toasts';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { roles } from '../../users.fields';
import { exportMyData } from './account.client';
import { AccountCard, AccountDetails } from './AccountCard';
import { ChangePassword } from './ChangePassword';
import { SecuritySettings } from './SecuritySettings';
import { Passkeys } from '../../factors/screens/Passkeys';
import { TwoStepSignIn } from '../../factors/screens/TwoStepSignIn';
import { useSession } from '../../sessions/screens/session.client';
import classes from './AccountCard.module.css';

export default function AccountPage() {
  return (
    <Page title="Account Settings" subtitle="Your password, your sessions and your data">
      <div className={classes.cards}>
        <ChangePassword />
        <TwoStepSignIn />
        <Passkeys />
        <SecuritySettings />
        <AccountInformation />
        <DataExport />
        <DangerZone />
      </div>
    </Page>
  );
}

function AccountInformation() {
  const user = useSession();
  const { timeZone } = useCompany();
  const { last_login } = user;
  return (
    <AccountCard title="Account Information">
      <AccountDetails
        details={[
          { label: 'Username', value: user.username },
          { label: 'Email', value: user.email },
          { label: 'Role', value: roles.find(({ value }) => value === user.role)?.label },
          { label: 'Member Since', value: formatDay(dayOf(user.created_at, timeZone)) },
          { label: 'Last Sign-in', value: last_login && formatInstant(last_login, timeZone) },
        ]}
      />
    </AccountCard>
  );
}

function DataExport() {
  const { today } = useCompany();
  const [busy, setBusy] = useState(false);
  const run = () => {
    setBusy(true);
    exportMyData(today)
      .then(() => toast('success', 'Your data has been exported and downloaded'))
      .catch(() => toast('error', 'Failed to export data'))
      .finally(() => setBusy(false));
  };
  return (
    <AccountCard
      title="Data Export"
      about="Download everything that is stored about you as a JSON file."
    >
      <Button variant="default" loading={busy} onClick={run}>
        Export My Data
      </Button>
    </AccountCard>
  );
}

function DangerZone() {
  const to: string = '/privacy';
  return (
    <AccountCard
      title="Danger Zone"
      about="Permanently replaces your personal data. Business records are kept. You will be asked to confirm."
      danger
    >
      <Button component={Link} to={to} variant="outline" color="red">
        Anonymize My Data
      </Button>
    </AccountCard>
  );
}
