import { Button, Drawer, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { activeFilters, type Filter, type FilterValues } from '../shared/filters';
import { FilterInput } from './FilterInput';
import './filters.css';

interface Props<Row, Facts> {
  filters: readonly Filter<Row, Facts>[];
  values: FilterValues;
  /** The whole list: choices such as industries are read from it. */
  rows: readonly Row[];
  onApply: (values: FilterValues) => void;
  /** Left of the button on the line that the page keeps free for it, such as "Showing 12 of 120". */
  footer?: ReactNode;
}

/**
 * The floating filter button with its panel. The panel edits a draft: "Apply Filters" applies it and closes, Escape
 * drops it, "Clear All" takes every filter away at once, as it does on the chips bar.
 */
export function FilterPanel<Row, Facts>({
  filters,
  values,
  rows,
  onApply,
  footer,
}: Props<Row, Facts>) {
  const [draft, setDraft] = useState<FilterValues | null>(null);
  const small = useMediaQuery('(max-width: 30em)');
  const close = () => setDraft(null);

  return (
    <>
      <FilterButton
        active={activeFilters(filters, values).length}
        open={draft !== null}
        onClick={() => setDraft(values)}
        footer={footer}
      />
      <Drawer
        opened={draft !== null}
        onClose={close}
        position="right"
        size={small ? '100%' : 380}
        title="Filters & Search"
        classNames={{
          header: 'filter-panel-header',
          content: 'filter-panel',
          body: 'filter-panel-body',
          title: 'filter-panel-title',
        }}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Draft
          filters={filters}
          rows={rows}
          values={draft ?? values}
          onChange={(key, value) => setDraft((before) => ({ ...before, [key]: value }))}
          onApply={() => {
            onApply(draft ?? values);
            close();
          }}
          onClear={() => {
            onApply({});
            setDraft({});
          }}
        />
      </Drawer>
    </>
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

interface ButtonProps {
  active: number;
  open: boolean;
  onClick: () => void;
  footer?: ReactNode;
}

function FilterButton({ active, open, onClick, footer }: ButtonProps) {
  return (
    <div className="filter-dock">
      <div className="filter-dock-text">{footer}</div>
      <UnstyledButton
        className="filter-button"
        data-filter-button
        aria-label={active === 0 ? 'Filters' : `Filters, ${active} active`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={onClick}
      >
        <IconFilter size={20} aria-hidden />
        {active > 0 && (
          <span className="filter-badge" aria-hidden>
            {active}
          </span>
        )}
      </UnstyledButton>
    </div>
  );
}
