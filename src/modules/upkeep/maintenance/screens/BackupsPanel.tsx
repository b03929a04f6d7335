import { formatInstant } from '~/kit/shared/time/days';
import { formatNumber } from '~/kit/shared/money/numbers';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { BackupRun, Backups } from '../runs.fields';
import { RunBadge } from './RunBadge';
import classes from './BackupsPage.module.css';

export function BackupsPanel({ backups }: { backups: Backups }) {
  const { folder, encrypted, kept_days, runs } = backups;
  return (
    <Panel className={classes.panel} title="Backups">
      <SoftText className={classes.note}>
        {folder === null
          ? 'Automatic backups are off: the server was started without BACKUP_DIR.'
          : `Every night into ${folder}, kept for ${kept_days} days, ${encrypted ? 'encrypted' : 'not encrypted'}.`}
      </SoftText>
      {runs.length === 0 ? (
        <SoftText className={classes.note}>No backups yet</SoftText>
      ) : (
        <ul className={classes.runs}>
          {runs.map((run) => (
            <BackupLine key={run.id} run={run} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

const million = 1_000_000;

function BackupLine({ run }: { run: BackupRun }) {
  const { timeZone } = useCompany();
  const { result } = run;
  return (
    <li>
      <RunBadge status={run.status} />
      <div>
        <p>
          {formatInstant(run.created_at, timeZone)}, {run.requested_by_name ?? 'automatic'}
        </p>
        {result ? (
          <SoftText small>
            {result.file} · {formatNumber(Math.ceil((result.size / million) * 10) / 10)} MB ·{' '}
            {formatNumber(result.rows)} rows{result.encrypted ? ' · encrypted' : ''}
          </SoftText>
        ) : null}
        {run.error ? <p className={classes.wrong}>{run.error}</p> : null}
      </div>
    </li>
  );
}
