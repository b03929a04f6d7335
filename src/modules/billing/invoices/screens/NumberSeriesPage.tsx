import { Button, Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '~/kit/shared/money/numbers';
import { useComputed } from '~/kit/ui/records/computed';
import { Badge } from '~/kit/ui/elements/Badge';
import { Page } from '~/kit/ui/shell/Page';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { NumberSeries } from '../number-series.fields';
import { Panel } from '~/kit/ui/elements/Panel';
import { TableHead } from '~/kit/ui/elements/TableHead';
import classes from './NumberSeriesPage.module.css';

const names = {
  invoice: 'Invoices',
  order: 'Orders',
  delivery: 'Deliveries',
  credit_note: 'Credit Notes',
  debit_note: 'Debit Notes',
  receipt_voucher: 'Receipt Vouchers',
  refund_voucher: 'Refund Vouchers',
  receipt: 'Receipts',
} satisfies Record<NumberSeries['series'], string>;

/**
 * "Number Series": shows an administrator that the legal numbers have neither gaps nor duplicates
 * (docs/product/invoices.md#number-series-screen).
 */
export default function NumberSeriesPage() {
  const { today } = useCompany();
  const { data, state, retry } = useComputed<NumberSeries[]>('/invoices/number-series', {
    dependsOn: ['invoices', 'orders', 'deliveries', 'credit_notes', 'advances', 'receipts'],
    day: today,
  });
  return (
    <Page
      title="Number Series"
      subtitle="Numbers of invoices, notes and orders in each financial year"
      actions={
        <Button
          component={Link}
          to="/invoices"
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          Back to Invoices
        </Button>
      }
    >
      {state === 'failed' && !data ? (
        <Panel className={classes.note} as="div" role="alert">
          <p>The number series could not be loaded.</p>
          <Button variant="default" onClick={retry}>
            Retry
          </Button>
        </Panel>
      ) : data ? (
        <SeriesTable series={data} />
      ) : (
        <Skeleton height={120} role="status" aria-label="Loading number series" />
      )}
    </Page>
  );
}

function SeriesTable({ series }: { series: readonly NumberSeries[] }) {
  if (series.length === 0) {
    return (
      <Panel className={classes.note} as="div">
        <p>No numbers assigned yet</p>
        <p>An invoice gets its number when it is issued, an order when it is created.</p>
      </Panel>
    );
  }
  return (
    <Panel className={classes.scroll} as="div" tabIndex={0} role="group" aria-label="Number series">
      <table className={classes.series}>
        <TableHead
          titles={['Series', 'Year']}
          amounts={['First', 'Last', 'Count', 'Gaps']}
          after={['Cancelled numbers']}
        />
        <tbody>
          {series.map((each) => (
            <SeriesRow key={`${each.series} ${each.financial_year}`} series={each} />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function SeriesRow({ series }: { series: NumberSeries }) {
  const { gaps, cancelled } = series;
  return (
    <tr>
      <th scope="row">{names[series.series]}</th>
      <td>{series.financial_year}</td>
      <td className="amount">{series.first}</td>
      <td className="amount">{series.last}</td>
      <td className="amount">{formatNumber(series.count)}</td>
      <td className="amount">
        <Badge color={gaps === 0 ? 'green' : 'red'}>{gaps === 0 ? '0, complete' : gaps}</Badge>
      </td>
      <td>{cancelled.length === 0 ? 'None' : cancelled.join(', ')}</td>
    </tr>
  );
}
