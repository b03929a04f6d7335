import { UnstyledButton } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { activeFilters } from '~/kit/shared/filters/filters';
import { formatNumber } from '~/kit/shared/money/numbers';
import type { Identified } from '~/kit/ui/records/list-store';
import { asCommand } from '~/kit/ui/elements/commands';
import { classNames } from '~/kit/ui/theme/classNames';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { ExportButton } from './ExportButton';
import type { FilterDrawerProps } from './FilterDrawer';
import type { RecordList } from './useRecordList';
import classes from './Filters.module.css';

const FilterDrawer = lazyPart(() => import('./FilterDrawer')) as <Row, Options>(
  props: FilterDrawerProps<Row, Options>,
) => ReactNode;

interface Props<Row extends Identified> {
  list: RecordList<Row>;
  counted?: string;
  sortKeys?: readonly string[] | undefined;
  /** Without it the rows cannot be exported. */
  fileName?: string | undefined;
}

export function RecordFilters<Row extends Identified>({
  list,
  counted,
  sortKeys,
  fileName,
}: Props<Row>) {
  const { source, filters, chosen, columns, sort, initialSort, setSort } = list;
  const [opened, setOpened] = useState(false);
  const [used, setUsed] = useState(false);
  return (
    <>
      <FilterButton
        active={activeFilters(filters, chosen.values).length}
        open={opened}
        onClick={() => {
          setUsed(true);
          setOpened(true);
        }}
      >
        {source.state === 'ready' ? (
          <>
            {counted ? <span>{shownOf(list, counted)}</span> : null}
            {fileName ? (
              <span className={classes.exports}>
                <ExportButton
                  rows={list.rows}
                  long={list.long}
                  columns={list.choice.columns}
                  fileName={fileName}
                />
              </span>
            ) : null}
          </>
        ) : null}
      </FilterButton>
      <Suspense fallback={null}>
        {used ? (
          <FilterDrawer
            opened={opened}
            onClose={() => setOpened(false)}
            filters={filters}
            values={chosen.values}
            rows={source.rows}
            onApply={chosen.replace}
            sort={
              sortKeys && {
                columns,
                keys: sortKeys,
                value: sort,
                initial: initialSort,
                onApply: setSort,
              }
            }
          />
        ) : null}
      </Suspense>
    </>
  );
}

function shownOf<Row extends Identified>(
  { rows, long, total }: RecordList<Row>,
  counted: string,
): string {
  if (!long)
    return `Showing ${formatNumber(rows.length)} of ${formatNumber(total ?? 0)} ${counted}`;
  const shown = `Showing ${formatNumber(long.length)}`;
  if (total === null) return `${shown} ${counted}`;
  if (Number.isNaN(total)) return `${shown} ${counted} (total unknown)`;
  return `${shown} of ${formatNumber(total)} ${counted}`;
}

interface ButtonProps {
  active: number;
  open: boolean;
  onClick: () => void;
  children: ReactNode;
}

function FilterButton({ active, open, onClick, children }: ButtonProps) {
  return (
    <div className={classes.dock}>
      <div className={classes.dockText}>{children}</div>
      <UnstyledButton
        className={classNames(classes.button)}
        {...asCommand('Filters')}
        data-filter-button
        aria-label={active === 0 ? 'Filters' : `Filters, ${active} active`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={onClick}
      >
        <IconFilter size={20} aria-hidden />
        {active > 0 && (
          <span className={classes.badge} aria-hidden>
            {active}
          </span>
        )}
      </UnstyledButton>
    </div>
  );
}
