import { Button } from '@mantine/core';
import { dayOf, formatDay, formatInstant } from '~/kit/shared/time/days';
import { formatNumber } from '~/kit/shared/money/numbers';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { RetainedData } from '../retention.fields';
import { daysInWords, isFixed } from '../retention.rules';
import classes from './RetentionPage.module.css';

interface Props {
  trace: RetainedData;
  onEdit: () => void;
}

export function RetentionLine({ trace, onEdit }: Props) {
  const { timeZone } = useCompany();
  const { kind, label, what, days, oldest } = trace;
  return (
    <li>
      <div>
        <p className={classes.label}>{label}</p>
        <SoftText small>{what}</SoftText>
      </div>
      <dl className={classes.details}>
        <div>
          <dt>Kept</dt>
          <dd>{days === null ? 'Forever' : days === 0 ? 'Not kept' : daysInWords(days)}</dd>
        </div>
        <div>
          <dt>Oldest</dt>
          <dd>{oldest === null ? 'None' : formatDay(dayOf(oldest, timeZone))}</dd>
        </div>
        <div>
          <dt>Last clean-up</dt>
          <dd>{lastCleanUp(trace, timeZone)}</dd>
        </div>
      </dl>
      {isFixed(kind) ? (
        <SoftText className={classes.fixed} small>
          Fixed
        </SoftText>
      ) : (
        <Button variant="default" size="xs" aria-label={`Edit ${label}`} onClick={onEdit}>
          Edit
        </Button>
      )}
    </li>
  );
}

function lastCleanUp({ cleaned_at, removed }: RetainedData, timeZone: string): string {
  if (cleaned_at === null) return 'Not yet';
  const went = removed === 0 ? 'nothing deleted' : `${formatNumber(removed ?? 0)} deleted`;
  return `${formatInstant(cleaned_at, timeZone)}, ${went}`;
}
