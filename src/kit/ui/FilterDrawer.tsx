import { Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type SubmitEvent, useState } from 'react';
import { activeFilters, type Filter, type FilterValues } from '../shared/filters';
import { FilterInput } from './FilterInput';

export interface FilterDrawerProps<Row, Facts> {
  opened: boolean;
  onClose: () => void;
  filters: readonly Filter<Row, Facts>[];
  values: FilterValues;
  rows: readonly Row[];
  onApply: (values: FilterValues) => void;
}

/**
 * "Filters & Search". The panel edits a draft: "Apply Filters" applies it and closes, Escape drops it, "Clear All" takes
 * every filter away at once, as it does on the chips bar.
 */
export function FilterDrawer<Row, Facts>(props: FilterDrawerProps<Row, Facts>) {
  const small = useMediaQuery('(max-width: 30em)');
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      position="right"
      size={small ? '100%' : 380}
      title="Filters & Search"
      classNames={{
        content: 'filter-panel',
        body: 'filter-panel-body',
        title: 'filter-panel-title',
      }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <DrawerDraft {...props} />
    </Drawer>
  );
}

// Lives while the drawer is open, so each opening begins with what is applied.
function DrawerDraft<Row, Facts>({
  filters,
  rows,
  values,
  onApply,
  onClose,
}: FilterDrawerProps<Row, Facts>) {
  const [draft, setDraft] = useState(values);
  return (
    <Draft
      filters={filters}
      rows={rows}
      values={draft}
      onChange={(key, value) => setDraft((before) => ({ ...before, [key]: value }))}
      onApply={() => {
        onApply(draft);
        onClose();
      }}
      onClear={() => {
        onApply({});
        setDraft({});
      }}
    />
  );
}

interface DraftProps<Row, Facts> {
  filters: readonly Filter<Row, Facts>[];
  rows: readonly Row[];
  values: FilterValues;
  onChange: (key: string, value: string) => void;
  onApply: () => void;
  onClear: () => void;
}

function Draft<Row, Facts>(props: DraftProps<Row, Facts>) {
  const { filters, rows, values, onChange, onApply, onClear } = props;
  const active = activeFilters(filters, values).length;
  const searchFirst = [
    ...filters.filter((filter) => filter.kind === 'search'),
    ...filters.filter((filter) => filter.kind !== 'search'),
  ];
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onApply();
  };
  return (
    <form className="filter-draft" onSubmit={submit}>
      <div className="filter-inputs">
        {searchFirst.map((filter, index) => (
          <FilterInput
            key={filter.key}
            filter={filter}
            rows={rows}
            value={values[filter.key] ?? ''}
            onChange={(value) => onChange(filter.key, value)}
            autoFocus={index === 0}
          />
        ))}
      </div>
      <div className="filter-foot">
        <p className="filter-count" role="status">
          {active} filter(s) active
        </p>
        <div className="filter-foot-buttons">
          <Button variant="default" onClick={onClear}>
            Clear All
          </Button>
          <Button type="submit">Apply Filters</Button>
        </div>
      </div>
    </form>
  );
}
