import { UnstyledButton } from '@mantine/core';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { activeFilters, type Filter, type FilterValues } from '~/kit/shared/filters/filters';
import type { FilterDrawerProps, PanelSort } from './FilterDrawer';
import { asCommand } from '~/kit/ui/elements/commands';
import { classNames } from '~/kit/ui/elements/classNames';
import classes from './Filters.module.css';

interface Props<Row, Options> {
  filters: readonly Filter<Row, Options>[];
  values: FilterValues;
  rows: readonly Row[];
  onApply: (values: FilterValues) => void;
  footer?: ReactNode;
  sort?: PanelSort<Row> | undefined;
}

const FilterDrawer = lazyPart(async () => (await import('./FilterDrawer')).FilterDrawer) as <
  Row,
  Options,
>(
  props: FilterDrawerProps<Row, Options>,
) => ReactNode;

export function FilterPanel<Row, Options>({
  filters,
  values,
  rows,
  onApply,
  footer,
  sort,
}: Props<Row, Options>) {
  const [opened, setOpened] = useState(false);
  const [used, setUsed] = useState(false);
  return (
    <>
      <FilterButton
        active={activeFilters(filters, values).length}
        open={opened}
        onClick={() => {
          setUsed(true);
          setOpened(true);
        }}
        footer={footer}
      />
      <Suspense fallback={null}>
        {used ? (
          <FilterDrawer
            opened={opened}
            onClose={() => setOpened(false)}
            filters={filters}
            values={values}
            rows={rows}
            onApply={onApply}
            sort={sort}
          />
        ) : null}
      </Suspense>
    </>
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
    <div className={classes.dock}>
      <div className={classes.dockText}>{footer}</div>
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
