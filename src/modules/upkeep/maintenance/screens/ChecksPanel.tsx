import { counted } from '~/kit/shared/money/numbers';
import { formatInstant } from '~/kit/shared/time/days';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { VerifyRun } from '../runs.fields';
import { RunBadge } from './RunBadge';
import classes from './BackupsPage.module.css';

export function ChecksPanel({ runs }: { runs: readonly VerifyRun[] }) {
  return (
    <Panel className={classes.panel} title="Checks">
      <SoftText className={classes.note}>
        Checks that stock, reservations, balances, numbers, references and the audit log are
        correct.
      </SoftText>
      {runs.length === 0 ? (
        <SoftText className={classes.note}>Not checked yet</SoftText>
      ) : (
        <ul className={classes.runs}>
          {runs.map((run) => (
            <CheckLine key={run.id} run={run} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function CheckLine({ run }: { run: VerifyRun }) {
  const { timeZone } = useCompany();
  const { result } = run;
  const wrong = result?.wrong ?? [];
  return (
    <li>
      <RunBadge status={wrong.length > 0 ? 'wrong' : run.status} />
      <div>
        <p>
          {formatInstant(run.created_at, timeZone)}, {run.requested_by_name ?? 'automatic'}
        </p>
        {result && wrong.length === 0 ? (
          <SoftText small>All {result.checks} checks passed</SoftText>
        ) : null}
        {wrong.map(({ name, faults, first }) => (
          <div key={name} className={classes.wrong}>
            <p>
              {name}: {counted(faults, 'error')}
            </p>
            {first.map((what) => (
              <SoftText key={what} small>
                {what}
              </SoftText>
            ))}
          </div>
        ))}
        {run.error ? <p className={classes.wrong}>{run.error}</p> : null}
      </div>
    </li>
  );
}
