import type { Identified } from '~/kit/ui/records/list-store';
import { FilterInput } from './FilterInput';
import type { RecordList } from './useRecordList';
import classes from './Filters.module.css';

interface Props<Row extends Identified> {
  list: RecordList<Row>;
  keys: readonly string[];
}

/** Filters that are also shown above the list. */
export function ShownFilters<Row extends Identified>({
  list: { source, filters, chosen },
  keys,
}: Props<Row>) {
  return filters
    .filter(({ key }) => keys.includes(key))
    .map((filter) => (
      <FilterInput
        key={filter.key}
        className={classes.shown}
        filter={filter}
        rows={source.rows}
        value={chosen.values[filter.key] ?? ''}
        onChange={(value) => chosen.set(filter.key, value)}
        labelHidden
      />
    ));
}
