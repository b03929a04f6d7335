import { Button, CloseButton } from '@mantine/core';
import { useId, useRef } from 'react';
import { chipsOf, type Filter, type FilterValues } from '~/kit/shared/filters/filters';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './Filters.module.css';

interface Props<Row, Options> {
  filters: readonly Filter<Row, Options>[];
  values: FilterValues;
  rows: readonly Row[];
  onRemove: (key: string) => void;
  onClear: () => void;
}

export function FilterChips<Row, Options>(props: Props<Row, Options>) {
  const { filters, values, rows, onRemove, onClear } = props;
  const bar = useRef<HTMLDivElement>(null);
  const labelId = useId();
  const chips = chipsOf(filters, values, rows);
  if (chips.length === 0) return null;

  // The pressed button is removed with its chip; without this the focus would go to the top of the page.
  const remove = (key: string, index: number) => {
    const buttons = bar.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    const next = buttons[index + 1] ?? buttons[index - 1];
    onRemove(key);
    (next ?? filterButton())?.focus();
  };
  const clear = () => {
    onClear();
    filterButton()?.focus();
  };

  return (
    <div className={classes.chips} ref={bar} role="group" aria-labelledby={labelId}>
      <SoftText as="span" small id={labelId}>
        Active filters
      </SoftText>
      <ul className={classes.chipsList}>
        {chips.map((chip, index) => (
          <li className={classes.chip} key={chip.key}>
            <span className={classes.chipText} title={chip.label}>
              {chip.label}
            </span>
            <CloseButton
              data-remove
              className={classNames(classes.chipRemove)}
              size={20}
              iconSize={14}
              aria-label={`Remove filter ${chip.label}`}
              onClick={() => remove(chip.key, index)}
            />
          </li>
        ))}
      </ul>
      <Button size="compact-xs" variant="subtle" onClick={clear}>
        Clear All
      </Button>
    </div>
  );
}

function filterButton(): HTMLElement | null {
  return document.querySelector('[data-filter-button]');
}
