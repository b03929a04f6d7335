import { memo } from 'react';
import { SelectAll, type SelectAllProps } from './SelectBox';
import {
  actionsKey,
  type Column,
  type ColumnSearch,
  type Sort,
} from '~/kit/ui/columns/tableColumn';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './DataTable.module.css';

interface HeaderProps<Row> {
  columns: readonly Column<Row>[];
  hasActions: boolean;
  select: SelectAllProps | null;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
  search: ColumnSearch | undefined;
  activeColumn: number | null;
}

export const DataTableHeader = memo(PlainHeader) as typeof PlainHeader;

function PlainHeader<Row>(props: HeaderProps<Row>) {
  const { columns, search, select, activeColumn } = props;
  const before = select ? 1 : 0;
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" className={classes.headRow} aria-rowindex={1} data-row={-1}>
        {select ? <SelectAll {...select} isActive={activeColumn === 0} /> : null}
        {columns.map((column, position) => (
          <Heading
            key={column.key}
            column={column}
            isFirst={position === 0}
            isActive={activeColumn === position + before}
            sort={props.sort}
            onSort={props.onSort}
            search={search}
          />
        ))}
        {props.hasActions ? (
          <div
            role="columnheader"
            className={classNames(classes.heading, classes.actions)}
            data-cell={actionsKey}
            tabIndex={activeColumn === columns.length + before ? 0 : -1}
          >
            <span className={classes.title}>Actions</span>
          </div>
        ) : null}
      </div>
    </div>
  );
}

interface HeadingProps<Row> {
  column: Column<Row>;
  isFirst: boolean;
  isActive: boolean;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
  search: ColumnSearch | undefined;
}

function Heading<Row>({ column, isFirst, isActive, sort, onSort, search }: HeadingProps<Row>) {
  const { key, title, align } = column;
  const isSortable = column.sortValue !== undefined && onSort !== undefined;
  const sorted = sort?.key === key ? sort.direction : null;
  const searched = search?.values[key];
  return (
    <div
      role="columnheader"
      className={isFirst ? classNames(classes.heading, classes.first) : classes.heading}
      data-align={align}
      aria-label={searched === undefined ? undefined : title}
      aria-sort={isSortable ? ariaSort(sorted) : undefined}
      data-cell={key}
      tabIndex={isActive && !isSortable ? 0 : -1}
    >
      {isSortable ? (
        <button
          type="button"
          className={classes.sort}
          data-stop
          data-sorted={sorted ?? undefined}
          tabIndex={isActive ? 0 : -1}
          title={title}
          onClick={() => onSort({ key, direction: sorted === 'asc' ? 'desc' : 'asc' })}
        >
          <span className={classes.title}>{title}</span>
          <span className={classes.arrow} aria-hidden="true" />
        </button>
      ) : (
        <span className={classes.title} title={title}>
          {title}
        </span>
      )}
      {search && searched !== undefined ? (
        <input
          type="search"
          className={classes.search}
          aria-label={`Search ${title}`}
          placeholder="Search…"
          autoComplete="off"
          spellCheck={false}
          value={searched}
          onChange={(event) => search.onChange(key, event.currentTarget.value)}
        />
      ) : null}
    </div>
  );
}

function ariaSort(sorted: Sort['direction'] | null): 'ascending' | 'descending' | 'none' {
  if (sorted === null) return 'none';
  return sorted === 'asc' ? 'ascending' : 'descending';
}
