import { endsOf, rangeOf, severalIn } from '~/kit/shared/filters/own-filters';
import { DateInput } from '~/kit/ui/inputs/DateInput';
import { Button, CloseButton, Group, MultiSelect, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { choicesOf, chosenText, type Filter } from '~/kit/shared/filters/filters';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './Filters.module.css';

interface Props<Row, Options> {
  filter: Filter<Row, Options>;
  rows: readonly Row[];
  value: string;
  onChange: (value: string) => void;
  labelHidden?: boolean;
  autoFocus?: boolean;
  className?: string | undefined;
}

// The first 8 choices of customers' industries and orders' customers (docs/product/screens.md#filters).
const quickCount = 8;

export function FilterInput<Row, Options>(props: Props<Row, Options>) {
  const { filter, value, onChange, labelHidden, autoFocus, className } = props;
  const name = labelHidden ? { 'aria-label': filter.label } : { label: filter.label };
  const input = useRef<HTMLInputElement>(null);
  const focus = autoFocus ? { 'data-autofocus': true } : {};

  if (filter.kind === 'search' || filter.kind === 'text') {
    return (
      <TextInput
        {...name}
        {...focus}
        ref={input}
        classNames={{ input: classNames(classes.input) }}
        className={classNames(className)}
        type="text"
        inputMode={filter.kind === 'search' ? 'search' : 'text'}
        autoComplete="off"
        placeholder={labelHidden ? filter.label : ''}
        leftSection={filter.kind === 'search' ? <IconSearch size={16} aria-hidden /> : null}
        rightSection={
          value === '' ? null : (
            <CloseButton
              size="sm"
              aria-label="Clear"
              title={`Clear ${filter.label}`}
              onClick={() => {
                onChange('');
                input.current?.focus();
              }}
            />
          )
        }
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (filter.kind === 'days' || filter.kind === 'numbers') return <RangeInput {...props} />;
  if (filter.kind === 'several') return <SeveralSelect {...props} />;
  return (
    <div className={className}>
      <ChoiceSelect {...props} />
      {filter.kind === 'quick' && <QuickChoices {...props} />}
    </div>
  );
}

function ChoiceSelect<Row, Options>({
  filter,
  rows,
  value,
  onChange,
  labelHidden,
}: Props<Row, Options>) {
  const [isOpen, setIsOpen] = useState(false);
  const name = { 'aria-label': filter.label };
  const choices = choicesOf(filter, rows);
  const deleted = value !== '' && !choices.some((each) => each.value === value);
  const data = choices.map((each) => ({ value: each.value, label: each.label }));
  return (
    <Select
      // With a hidden label, the closed list would contain a second copy of it.
      {...(labelHidden
        ? { attributes: { input: name, options: isOpen ? name : {} } }
        : { label: filter.label })}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      classNames={{ input: classNames(classes.input) }}
      data={deleted ? [...data, { value, label: chosenText(filter, value, rows) }] : data}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
      placeholder={labelHidden ? filter.label : 'All'}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear', title: `Clear ${filter.label}` }}
      searchable={choices.length > 10}
      nothingFoundMessage="Nothing found"
      limit={200}
      comboboxProps={{ transitionProps: { duration: 100 } }}
    />
  );
}

function SeveralSelect<Row, Options>({ filter, rows, value, onChange }: Props<Row, Options>) {
  const choices = choicesOf(filter, rows);
  const chosen = [...severalIn(value, choices)];
  const deleted = chosen.filter((each) => !choices.some((one) => one.value === each));
  const isSearched = choices.length > 10;
  return (
    <MultiSelect
      label={filter.label}
      data={[...choices.map((each) => ({ value: each.value, label: each.label })), ...deleted]}
      value={chosen}
      onChange={(values) => onChange(values.join())}
      placeholder={chosen.length === 0 ? 'All' : 'Add…'}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear', title: `Clear ${filter.label}` }}
      searchable={isSearched}
      // Clearing also makes the arrow keys start from the first choice again.
      clearSearchOnChange={isSearched}
      withAlignedLabels
      nothingFoundMessage="Nothing found"
      comboboxProps={{ transitionProps: { duration: 100 } }}
    />
  );
}

function QuickChoices<Row, Options>({ filter, rows, value, onChange }: Props<Row, Options>) {
  return (
    <Group gap={4} mt={8} role="group" aria-label={`Quick select: ${filter.label}`}>
      {choicesOf(filter, rows)
        .slice(0, quickCount)
        .map((each) => {
          const chosen = each.value === value;
          return (
            <Button
              key={each.value}
              size="compact-xs"
              fw={500}
              variant={chosen ? 'filled' : 'default'}
              aria-pressed={chosen}
              onClick={() => onChange(chosen ? '' : each.value)}
            >
              {each.label}
            </Button>
          );
        })}
    </Group>
  );
}

/** From and to, each of which may be left open. */
function RangeInput<Row, Options>({ filter, value, onChange, className }: Props<Row, Options>) {
  const [from, to] = value === '' ? ['', ''] : endsOf(value);
  const ends = [
    { end: 'from', text: from, change: (next: string) => onChange(rangeOf(next, to)) },
    { end: 'to', text: to, change: (next: string) => onChange(rangeOf(from, next)) },
  ];
  return (
    <div className={className} role="group" aria-label={filter.label}>
      <Group gap={8} grow wrap="nowrap" align="flex-end">
        {ends.map(({ end, text, change }) =>
          filter.kind === 'days' ? (
            <DateInput key={end} label={`${filter.label} ${end}`} value={text} onChange={change} />
          ) : (
            <TextInput
              key={end}
              label={`${filter.label} ${end}`}
              type="number"
              inputMode="decimal"
              step="any"
              autoComplete="off"
              value={text}
              onChange={(event) => change(event.currentTarget.value)}
            />
          ),
        )}
      </Group>
    </div>
  );
}
