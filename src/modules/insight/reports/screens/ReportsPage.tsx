import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '~/kit/ui/messages/ListStates';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { Page } from '~/kit/ui/shell/Page';
import classes from './ReportPage.module.css';
import { useStockUses } from '~/modules/organization/company/screens/settings.client';
import { isKindShown } from '~/modules/organization/company/stock-uses.rules';
import { useReports } from './reports.client';

/** "Reports": every report that the person may read (docs/product/reports.md#screen). */
export default function ReportsPage() {
  const { data: all, isError, refetch } = useReports();
  const uses = useStockUses();
  const data = all?.filter(({ depends_on }) => depends_on.every((each) => isKindShown(each, uses)));
  return (
    <Page title="Reports" subtitle="Figures of the company, as tables, charts and files">
      {data ? (
        data.length > 0 ? (
          <ul className={classes.reports}>
            {data.map(({ name, title, about }) => (
              <Panel as="li" key={name} className={classes.report}>
                <Link to={addressOf(name)}>{title}</Link>
                <SoftText small>{about}</SoftText>
              </Panel>
            ))}
          </ul>
        ) : (
          <EmptyState
            text="Your role has no access to reports"
            hint="Ask an administrator for access."
            action={null}
          />
        )
      ) : isError ? (
        <LoadFailed text="The reports could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={160} radius="md" role="status" aria-label="Loading..." />
      )}
    </Page>
  );
}

function addressOf(name: string): string {
  return `/reports/${name}`;
}
