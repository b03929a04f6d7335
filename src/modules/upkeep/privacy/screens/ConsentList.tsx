import { useState } from 'react';
import { dayOf, formatDay, formatInstant } from '~/kit/shared/time/days';
import { attempt } from '~/kit/ui/calls/reportFailure';
import { Badge } from '~/kit/ui/elements/Badge';
import { DescribedSwitch } from '~/kit/ui/inputs/DescribedSwitch';
import { toast } from '~/kit/ui/messages/toasts';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import type { Consent } from '../privacy.fields';
import { consentTexts } from '../privacy.rules';
import { chooseConsent } from './privacy.client';
import classes from './PrivacyPage.module.css';

export function ConsentList({ consents }: { consents: readonly Consent[] }) {
  return (
    <ul className={classes.list}>
      {consents.map((consent) => (
        <ConsentRow key={consent.consent_type} consent={consent} />
      ))}
    </ul>
  );
}

function ConsentRow({ consent }: { consent: Consent }) {
  const { consent_type, granted } = consent;
  const { label, about } = consentTexts[consent_type];
  const user = useSession().id;
  const [saving, setSaving] = useState(false);
  const choose = async (next: boolean) => {
    if (saving) return;
    setSaving(true);
    await attempt({ refused: 'Failed to update consent preference' }, async () => {
      await chooseConsent(user, { type: consent_type, granted: next });
      toast('success', 'Consent preference updated successfully');
    });
    setSaving(false);
  };
  return (
    <li className={classes.row}>
      <DescribedSwitch
        label={label}
        description={about}
        checked={granted}
        busy={saving}
        onChange={(next) => void choose(next)}
      />
      <div className={classes.rowState}>
        <Badge color={granted ? 'teal' : 'gray'}>{granted ? 'Granted' : 'Denied'}</Badge>
        <LastUpdated timestamp={consent.timestamp} />
      </div>
    </li>
  );
}

function LastUpdated({ timestamp }: { timestamp: string | null }) {
  const { timeZone } = useCompany();
  if (timestamp === null) return <span>Not set yet</span>;
  return (
    <span>
      Last updated:{' '}
      <time dateTime={timestamp} title={formatInstant(timestamp, timeZone)}>
        {formatDay(dayOf(timestamp, timeZone))}
      </time>
    </span>
  );
}
