import { ExportButton } from './ExportButton';
import { FilterPanel } from './FilterPanel';
import type { Identified } from '~/kit/ui/data/list-store';
import type { RecordList } from './useRecordList';
import { formatNumber } from '~/kit/shared/money/numbers';
import classes from './Filters.module.css';

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
  const { source, columns, sort, initialSort, setSort } = list;
  return (
    <FilterPanel
      filters={list.filters}
      values={list.chosen.values}
      rows={source.rows}
      onApply={list.chosen.replace}
      sort={
        sortKeys && { columns, keys: sortKeys, value: sort, initial: initialSort, onApply: setSort }
      }
      footer={
        source.state === 'ready' ? (
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
        ) : null
      }
    />
  );
}

function shownOf<Row extends Identified>(
  { rows, long, total }: RecordList<Row>,
  counted: string,
): string {
  if (!long) return `Showing ${rows.length} of ${total} ${counted}`;
  const all = total === null ? '' : ` of ${formatNumber(total)}`;
  return `Showing ${formatNumber(long.length)}${all} ${counted}`;
}
