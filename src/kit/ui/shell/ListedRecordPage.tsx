import { useParams } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { Identified, List } from '~/kit/ui/records/list-store';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { Page } from './Page';
import { RecordActions } from './RecordActions';
import { useTab } from '~/kit/ui/hooks/useTab';
import { TabPage } from './TabPage';

interface Props<Row extends Identified> {
  list: Pick<List<Row>, 'rows' | 'state' | 'retry'>;
  /** Such as `Webhook`. */
  noun: string;
  back: { to: string; label: string };
  rowActions: readonly RowAction<Row>[];
  title: (row: Row) => string;
  subtitle?: (row: Row) => ReactNode;
  renderTabs: (row: Row) => ComponentProps<typeof TabPage>['tabs'];
  children: ReactNode;
}

/** The page of the record that the address names, of a list that is short enough to be loaded whole. */
export function ListedRecordPage<Row extends Identified>(props: Props<Row>) {
  const { list, noun, back, rowActions } = props;
  const { id } = useParams({ strict: false }) as { id?: string };
  const [tab, setTab] = useTab('details');
  const row = list.rows.find((each) => String(each.id) === id);
  const name = noun.toLowerCase();
  const missing = `${noun.charAt(0)}${name.slice(1)} not found`;
  return (
    <>
      {row ? (
        <TabPage
          key={row.id}
          title={props.title(row)}
          back={back}
          {...(props.subtitle ? { subtitle: props.subtitle(row) } : {})}
          actions={<RecordActions row={row} actions={rowActions} />}
          tabs={props.renderTabs(row)}
          open={tab}
          onOpen={setTab}
        />
      ) : (
        <Page title={noun} back={back}>
          {list.state === 'failed' ? (
            <FailedState text={`The ${name} could not be loaded`} onRetry={list.retry} />
          ) : list.state === 'loading' ? (
            <LoadingRows columns={2} text={`Loading ${name}...`} />
          ) : (
            <EmptyState text={missing} hint="It may have been deleted." action={null} />
          )}
        </Page>
      )}
      {props.children}
    </>
  );
}
