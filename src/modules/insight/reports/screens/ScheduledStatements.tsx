import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { SavedReport } from '../saved-reports.fields';
import { scheduleTexts } from '../schedules.rules';
import { reportStop, removeSavedReport } from './saved-reports.client';
import classes from './SavedReports.module.css';

/** The statements that the person scheduled, each with its customer or vendor (docs/product/reports.md#schedules). */
export function ScheduledStatements({ statements }: { statements: readonly SavedReport[] }) {
  return (
    <Panel title="Scheduled Statements">
      <ul className={classes.statements}>
        {statements.map(({ id, customer, vendor, schedule }) => (
          <li key={id}>
            <div className={classes.schedule}>
              {customer ? (
                <StatementLink kind="customers" party={customer} />
              ) : vendor ? (
                <StatementLink kind="vendors" party={vendor} />
              ) : (
                <SoftText>You no longer have access to this statement.</SoftText>
              )}
              {schedule
                ? scheduleTexts(schedule).map((text) => (
                    <SoftText key={text} small>
                      {text}
                    </SoftText>
                  ))
                : null}
            </div>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Stop schedule of ${(customer ?? vendor)?.name ?? 'this statement'}`}
              onClick={() => void reportStop(() => removeSavedReport(id))}
            >
              Stop
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface Linked {
  kind: 'customers' | 'vendors';
  party: NonNullable<SavedReport['customer']>;
}

function StatementLink({ kind, party }: Linked) {
  const to: string = `/${kind}/${party.id}`;
  const search: object = { tab: 'statement' };
  return (
    <Link to={to} search={search}>
      {party.name}
    </Link>
  );
}
