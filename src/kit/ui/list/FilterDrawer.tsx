import { Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { classNames } from '~/kit/ui/theme/classNames';
import { phone } from '~/kit/ui/theme/breakpoints';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { activeFilters, type Filter, type FilterValues } from '~/kit/shared/filters/filters';
import { FilterInput } from './FilterInput';
import { SortSelect } from './SortSelect';
import type { Column, Sort } from '~/kit/ui/columns/tableColumn';
import { useOpened } from '~/kit/ui/hooks/useOpened';
import { SoftText } from '~/kit/ui/theme/SoftText';
import classes from './Filters.module.css';

export interface PanelSort<Row> {
  columns: readonly Column<Row>[];
  keys: readonly string[];
  value: Sort;
  initial: Sort;
  onApply: (sort: Sort) => void;
}

export interface FilterDrawerProps<Row, Options> {
  opened: boolean;
  onClose: () => void;
  filters: readonly Filter<Row, Options>[];
  values: FilterValues;
  rows: readonly Row[];
  onApply: (values: FilterValues) => void;
  sort: PanelSort<Row> | undefined;
}

/**
 * "Filters & Search". The panel edits a draft: "Apply Filters" applies it and closes, Escape drops it, "Clear All"
 * removes all filters at once, as on the chips bar.
 */
export default function FilterDrawer<Row, Options>(props: FilterDrawerProps<Row, Options>) {
  const small = useMediaQuery(phone);
  const opened = useOpened(props.opened);
  return (
    <Drawer.Root
      opened={opened}
      onClose={props.onClose}
      position="right"
      size={small ? '100%' : 380}
      classNames={{
        content: classNames(classes.panel),
        body: classNames(classes.panelBody),
        title: classNames(classes.panelTitle),
      }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={classes.panelHeader}>
          <Drawer.Title>Filters & Search</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <Drawer.Body>
          <DrawerDraft {...props} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function DrawerDraft<Row, Options>({
  filters,
  rows,
  values,
  sort,
  onApply,
  onClose,
}: FilterDrawerProps<Row, Options>) {
  const [draft, setDraft] = useState(values);
  const [order, setOrder] = useState(sort?.value);
  return (
    <Draft
      filters={filters}
      rows={rows}
      values={draft}
      onChange={(key, value) => setDraft((before) => ({ ...before, [key]: value }))}
      onApply={() => {
        onApply(draft);
        if (order) sort?.onApply(order);
        onClose();
      }}
      onClear={() => {
        onApply({});
        setDraft({});
        sort?.onApply(sort.initial);
        setOrder(sort?.initial);
      }}
    >
      {sort && order ? (
        <div>
          <p className={classes.label}>Sort by</p>
          <SortSelect columns={sort.columns} keys={sort.keys} sort={order} onSort={setOrder} />
        </div>
      ) : null}
    </Draft>
  );
}

interface DraftProps<Row, Options> {
  filters: readonly Filter<Row, Options>[];
  rows: readonly Row[];
  values: FilterValues;
  onChange: (key: string, value: string) => void;
  onApply: () => void;
  onClear: () => void;
  children: ReactNode;
}

function Draft<Row, Options>(props: DraftProps<Row, Options>) {
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
    <form className={classes.draft} onSubmit={submit}>
      <div className={classes.inputs}>
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
        {props.children}
      </div>
      <div className={classes.foot}>
        <SoftText className={classes.count} role="status">
          {active} filter(s) active
        </SoftText>
        <div className={classes.footButtons}>
          <Button variant="default" onClick={onClear}>
            Clear All
          </Button>
          <Button type="submit">Apply Filters</Button>
        </div>
      </div>
    </form>
  );
}
