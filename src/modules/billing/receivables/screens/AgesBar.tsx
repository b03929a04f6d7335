import { formatMoney } from '~/kit/shared/money/money';
import { Panel } from '~/kit/ui/elements/Panel';
import { ageLabels, ageNames, type ReceivablesSums } from '../receivables.fields';
import { outstandingOf } from '../receivables.rules';
import classes from './AgesBar.module.css';

/** The unpaid balances as one bar with a part for each age; the list below it has the same figures as text. */
export function AgesBar({ totals }: { totals: ReceivablesSums }) {
  const whole = outstandingOf(totals);
  return (
    <Panel as="div" className={classes.ages}>
      <div className={classes.bar} aria-hidden="true">
        {ageNames
          .filter((name) => totals[name] > 0)
          .map((name) => (
            <span key={name} data-age={name} style={{ flexGrow: totals[name] / whole }} />
          ))}
      </div>
      <dl className={classes.list} aria-label="Outstanding by days past due">
        {ageNames.map((name) => (
          <div key={name}>
            <dt>
              <span className={classes.mark} data-age={name} aria-hidden="true" />
              {name === 'current' ? ageLabels[name] : `${ageLabels[name]} days`}
            </dt>
            <dd>
              {formatMoney(totals[name], 'INR')}{' '}
              <span className={classes.share}>{shareText(totals[name], whole)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function shareText(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '';
  const percent = Math.round((part / whole) * 100);
  return percent === 0 ? '< 1%' : `${percent}%`;
}
