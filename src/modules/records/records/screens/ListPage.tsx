import { Button } from '@mantine/core';
import { IconLayoutKanban, IconList } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Identified, List } from '~/kit/ui/records/list-store';
import { useMissingRecord } from '~/kit/ui/records/useMissingRecord';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { ViewToggle } from '~/kit/ui/inputs/ViewToggle';
import { ColumnChooser } from '~/kit/ui/columns/ColumnChooser';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { SortSelect } from '~/kit/ui/list/SortSelect';
import type { RecordList } from '~/kit/ui/list/useRecordList';
import { MoreActions } from '~/kit/ui/shell/MoreActions';
import { Page } from '~/kit/ui/shell/Page';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { lists } from '~/modules/organization/kinds/kinds.rules';
import { ReadOnlyNote } from '~/modules/organization/workspaces/screens/ReadOnlyNote';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';

type Table<Row extends Identified> = ComponentProps<typeof RecordTable<Row>>;

interface Props<Row extends Identified>
  extends Omit<Table<Row>, 'list' | 'label' | 'emptyAction' | 'children'> {
  /** Its texts, address and rights. */
  of: Exclude<keyof typeof lists, 'users'>;
  title?: string;
  subtitle: string;
  /** All records: one that the address names and that is not among them is fetched. */
  records: Pick<List<Row>, 'rows' | 'state' | 'put'>;
  list: RecordList<Row>;
  /** What the head has before the choice of columns. */
  menu?: ReactNode;
  /** The texts of the button in the head and below an empty list; `onClick` is null for a person who may not. */
  create?: { label: string; first: string; onClick: (() => void) | null };
  figures?: ReactNode;
  tools?: ReactNode;
  sortKeys?: readonly string[];
  /** The list as a board, where it has one. */
  board?: ReactNode;
  /** Its dialogs. */
  children: ReactNode;
}

const views = [
  { value: 'list', label: 'List', icon: <IconList size={16} aria-hidden /> },
  { value: 'board', label: 'Kanban', icon: <IconLayoutKanban size={16} aria-hidden /> },
] as const;

/** The screen of a list of records: figures, search and filters above a table or a board (docs/product/screens.md#lists). */
export function ListPage<Row extends Identified>({
  of,
  title = lists[of].plural,
  subtitle,
  records,
  list,
  menu,
  create,
  figures,
  tools,
  sortKeys,
  board,
  children,
  ...table
}: Props<Row>) {
  const { noun, plural, path, kind } = lists[of];
  const { today } = useCompany();
  const fileName = useMay(`${kind}.export`).ok ? `${path.slice(1)}-${today}` : undefined;
  useMissingRecord(path, noun, records);
  const name = plural.toLowerCase();
  const isBoard = board !== undefined && list.layout === 'board';
  return (
    <Page
      fill
      title={title}
      subtitle={subtitle}
      actions={<Head list={list} menu={menu} create={create} hasBoard={board !== undefined} />}
    >
      <ReadOnlyNote />
      {figures}
      <RecordTools list={list} label={`Search ${name}`}>
        {isBoard && sortKeys ? <BoardOrder list={list} keys={sortKeys} /> : null}
        {tools}
      </RecordTools>
      {isBoard ? (
        board
      ) : (
        <RecordTable
          {...table}
          list={list}
          label={plural}
          emptyAction={
            create?.onClick ? <Button onClick={create.onClick}>{create.first}</Button> : null
          }
        />
      )}
      <RecordFilters list={list} counted={name} sortKeys={sortKeys} fileName={fileName} />
      {children}
    </Page>
  );
}

function BoardOrder<Row extends Identified>({
  list: { columns, sort, setSort },
  keys,
}: Pick<Props<Row>, 'list'> & { keys: readonly string[] }) {
  return <SortSelect columns={columns} keys={keys} sort={sort} onSort={setSort} />;
}

interface HeadProps<Row extends Identified> extends Pick<Props<Row>, 'list' | 'menu'> {
  create: Props<Row>['create'] | undefined;
  hasBoard: boolean;
}

function Head<Row extends Identified>({ list, menu, create, hasBoard }: HeadProps<Row>) {
  return (
    <>
      {hasBoard ? (
        <ViewToggle label="View" views={views} value={list.layout} onChange={list.setLayout} />
      ) : null}
      {hasBoard || menu || create ? (
        <MoreActions>
          {menu}
          <ColumnChooser choice={list.choice} />
        </MoreActions>
      ) : (
        <ColumnChooser choice={list.choice} />
      )}
      {create ? <AddButton onClick={create.onClick}>{create.label}</AddButton> : null}
    </>
  );
}
