import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '~/kit/shared/money/numbers';
import { useComputed } from '~/kit/ui/records/computed';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { Panel } from '~/kit/ui/elements/Panel';
import { PanelList } from '~/kit/ui/elements/PanelList';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { Page } from '~/kit/ui/shell/Page';
import type { ChangingKind, ChangingOver } from '../changing-over.fields';

const screens: Readonly<Record<ChangingKind, { title: string; path: string }>> = {
  company: { title: 'Company', path: '/billing' },
  customer: { title: 'Customers', path: '/customers' },
  product: { title: 'Products', path: '/inventory/products' },
  service: { title: 'Services', path: '/services' },
  order: { title: 'Open Orders', path: '/orders' },
  invoice: { title: 'Draft Invoices', path: '/invoices' },
};

const dependsOn = [
  'billing_profile',
  'customers',
  'products',
  'services',
  'orders',
  'invoices',
] as const;

/** "Switch to GST" (docs/product/changing-to-gst.md). */
export default function ChangingOverPage() {
  const { data, state, retry } = useComputed<ChangingOver>('/tax/changing-over', {
    dependsOn,
    day: '',
    // It goes through whole tables.
    restMs: 5000,
  });
  return (
    <Page title="Switch to GST" subtitle="What you need to complete before using GST">
      {state === 'failed' ? (
        <LoadFailed text="The missing details could not be loaded." onRetry={retry} />
      ) : !data ? (
        <Skeleton height={240} />
      ) : data.groups.length === 0 ? (
        <Panel padded>
          <SoftText>
            Everything is complete. New orders and invoices are taxed line by line.
          </SoftText>
        </Panel>
      ) : (
        data.groups.map((group) => <Group key={group.type} {...group} />)
      )}
    </Page>
  );
}

function Group({ type, count, records }: ChangingOver['groups'][number]) {
  const { title, path } = screens[type];
  return (
    <PanelList
      title={`${title} (${formatNumber(count)})`}
      lines={records.map(({ id, label, missing }) => ({
        key: id,
        link:
          type === 'company' ? (
            <Link to={path}>{label}</Link>
          ) : (
            <RecordLink path={path} id={id} name={label} />
          ),
        detail: missing.join(' · '),
      }))}
      more={
        count > records.length
          ? `${formatNumber(count - records.length)} more will appear when these are done.`
          : null
      }
    />
  );
}
