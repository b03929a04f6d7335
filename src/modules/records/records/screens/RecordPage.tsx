import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import type { Right } from '~/kit/shared/access';
import type { Fields } from '~/kit/shared/fields/fields';
import { cannotBeShown, ErrorBoundary } from '~/kit/ui/messages/ErrorFallback';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import { EditableDetails } from '~/kit/ui/cells/EditableDetails';
import { type Column, type RowAction } from '~/kit/ui/columns/tableColumn';
import { RecordActions } from '~/kit/ui/shell/RecordActions';
import { useTab } from '~/kit/ui/hooks/useTab';
import { Page } from '~/kit/ui/shell/Page';
import { TabPage } from '~/kit/ui/shell/TabPage';
import { useStockUses } from '~/modules/organization/company/screens/settings.client';
import type { StockUse } from '~/modules/organization/company/stock-uses.rules';
import { mayHere } from '~/modules/organization/users/rights.rules';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { PagedRecord } from './useRecord';
import classes from './RecordPage.module.css';
import {
  type RecordKind,
  recordPathOfType,
  lists,
  nounsOf,
  subjectOfKind,
} from '~/modules/organization/kinds/kinds.rules';

/** What is attached to a record, for the modules that show it. */
export interface RecordPart {
  kind: RecordKind;
  id: number;
  fields: Fields;
  canWrite: boolean;
}

interface RecordTab {
  value: string;
  label: string;
  Panel: ComponentType<RecordPart>;
  /** The kinds of records that have it; all by default. */
  kinds?: readonly RecordKind[];
  /** Without it the tab is not shown. */
  right?: Right;
  /** The tab is shown from the first use on. */
  use?: StockUse;
}

/** The parts of every record's page, passed in because they depend on the modules of the records. */
export interface RecordParts {
  tabs: readonly RecordTab[];
  /** next to the details. */
  aside: readonly ComponentType<RecordPart>[];
}

export interface RecordPageProps {
  parts: RecordParts;
}

interface Tab {
  value: string;
  label: string;
  content: ReactNode;
}

interface Props<Row extends { id: number }> extends RecordPageProps {
  record: Pick<PagedRecord<Row>, 'kind' | 'id' | 'row' | 'state' | 'mergedInto'> & Listed;
  fields: Fields;
  title: (row: Row) => string;
  about?: ReactNode;
  /** What its list offers for it. */
  actions: readonly RowAction<Row>[];
  /** Those of its list, with their editors. */
  columns: readonly Column<Row>[];
  /** All that is known of it. */
  sections: (row: Row) => readonly DetailsSection[];
  /** What people come for, where that is not the details. */
  first?: Tab;
  /** Tabs that only its kind has, after the details. */
  tabs?: readonly Tab[];
  /** Its dialogs. */
  children: ReactNode;
}

interface Listed {
  list: { retry: () => void };
}

/**
 * The page of one record, whose details are edited in place (docs/product/records.md#page). An open form stays, with the text typed
 * into it, where someone else deletes the record.
 */
export function RecordPage<Row extends { id: number }>(props: Props<Row>) {
  const { record, children } = props;
  const { row, state } = record;
  return (
    <>
      {state === 'missing' ? (
        <Missing record={record} />
      ) : row === null ? (
        <Coming record={record} />
      ) : (
        <Present {...props} row={row} />
      )}
      {children}
    </>
  );
}

function Present<Row extends { id: number }>(props: Props<Row> & { row: Row }) {
  const { record, row, fields, about, actions, columns, sections, first, parts } = props;
  const { kind, id } = record;
  const [tab, setTab] = useTab(first?.value ?? 'details');
  const canWrite = useMay(`${subjectOfKind(kind)}.update`).ok;
  const session = useSession();
  const inUse = useStockUses();
  const tabs = parts.tabs.filter(
    ({ kinds = [kind], right, use }) =>
      kinds.includes(kind) &&
      (right === undefined || mayHere(session, right).ok) &&
      (use === undefined || inUse.includes(use)),
  );
  const part = { kind, id, fields, canWrite };
  const details: Tab = {
    value: 'details',
    label: 'Details',
    content: (
      <Details aside={parts.aside} part={part}>
        <EditableDetails row={row} columns={columns} sections={sections(row)} />
      </Details>
    ),
  };
  return (
    <TabPage
      key={id}
      title={props.title(row)}
      back={backTo(kind)}
      subtitle={about}
      actions={<RecordActions row={row} actions={actions} />}
      open={tab}
      onOpen={setTab}
      tabs={[
        first ?? details,
        ...(first ? [details] : []),
        ...(props.tabs ?? []),
        ...tabs.map(({ value, label, Panel }) => ({
          value,
          label,
          content: (
            <RecordSection text={`${label} cannot be shown`}>
              <Suspense fallback={<LoadingRows columns={2} text={`Loading ${label}...`} />}>
                <Panel {...part} />
              </Suspense>
            </RecordSection>
          ),
        })),
      ]}
    />
  );
}

function backTo(kind: RecordKind): { to: string; label: string } {
  return { to: lists[kind].path, label: lists[kind].plural };
}

interface DetailsProps extends Pick<RecordParts, 'aside'> {
  part: RecordPart;
  children: ReactNode;
}

function Details({ aside, part, children }: DetailsProps) {
  return (
    <div className={classes.details}>
      <div>
        <RecordSection text={cannotBeShown}>{children}</RecordSection>
      </div>
      {aside.length > 0 ? (
        <div>
          <Suspense fallback={null}>
            {aside.map((Aside, index) => (
              <RecordSection key={index} text={cannotBeShown}>
                <Aside {...part} />
              </RecordSection>
            ))}
          </Suspense>
        </div>
      ) : null}
    </div>
  );
}

/** One that fails leaves the others of the page usable. */
function RecordSection({ text, children }: { text: string; children: ReactNode }) {
  return (
    <ErrorBoundary resetKey={children} fallback={<FailedState text={text} onRetry={undefined} />}>
      {children}
    </ErrorBoundary>
  );
}

type Placed = Pick<PagedRecord<{ id: number }>, 'kind' | 'state' | 'mergedInto'>;

function Coming({ record: { kind, state, list } }: { record: Placed & Listed }) {
  const noun = lists[kind].noun;
  const lower = noun.toLowerCase();
  return (
    <Page title={noun} back={backTo(kind)}>
      {state === 'failed' ? (
        <FailedState text={`The ${lower} could not be loaded`} onRetry={list.retry} />
      ) : (
        <LoadingRows columns={3} text={`Loading ${lower}...`} />
      )}
    </Page>
  );
}

function Missing({ record: { kind, mergedInto } }: { record: Placed }) {
  const navigate = useNavigate();
  const target = mergedInto ? recordPathOfType(mergedInto) : null;
  useEffect(() => {
    if (target !== null) void navigate({ to: target, replace: true });
  }, [target, navigate]);
  const noun = lists[kind].noun;
  return (
    <Page title={`${noun} not found`}>
      <EmptyState
        text="This record does not exist, or you do not have access to it."
        hint="It may have been deleted, or it belongs to another workspace."
        action={
          <Button component={Link} to={lists[kind].path}>
            Back to {nounsOf(kind).plural}
          </Button>
        }
      />
    </Page>
  );
}
