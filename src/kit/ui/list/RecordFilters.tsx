import { ExportButton } from './ExportButton';
import { FilterPanel } from './FilterPanel';
import type { RecordList } from './useRecordList';

interface Props<Row> {
  list: RecordList<Row>;
  /** Of what it counts those shown: "leads"; without it nothing is counted. */
  counted?: string;
  /** What the records can be sorted by, where the panel chooses their order too. */
  sortKeys?: readonly string[];
  /** What the file of those shown is called, without its ending; none can be had when left out. */
  fileName?: string;
}

/** Below the records: how many are shown, the way to take them along, and the button of the filters. */
export function RecordFilters<Row>({ list, counted, sortKeys, fileName }: Props<Row>) {
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
            {counted ? (
              <span>{`Showing ${list.rows.length} of ${source.rows.length} ${counted}`}</span>
            ) : null}
            {fileName ? (
              <ExportButton rows={list.rows} columns={list.choice.columns} fileName={fileName} />
            ) : null}
          </>
        ) : null
      }
    />
  );
}
