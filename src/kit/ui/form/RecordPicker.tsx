import { Select } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Filter } from '~/kit/shared/filters/filters';
import type { Identified, List } from '~/kit/ui/records/list-store';
import { longQuery } from '~/kit/ui/feeds/long-calls';
import { useRowOf } from '~/kit/ui/records/useWhole';
import { useLongTable } from '~/kit/ui/records/useLongTable';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './RecordPicker.module.css';

export interface PickerProps<Row> {
  value: number | null;
  onChange: (row: Row) => void;
  /** Offers to choose none. */
  onClear?: () => void;
  label?: string;
  labelHidden?: boolean;
  size?: 'xs';
  chosenName?: string | undefined;
  required?: boolean;
  locked?: boolean;
  disabled?: boolean;
  error?: ReactNode;
  id?: string;
  isFirst?: boolean;
  autoFocus?: boolean;
  onBlur?: () => void;
}

interface Props<Row extends Identified> extends PickerProps<Row> {
  label: string;
  list: Pick<List<Row>, 'rows' | 'state'> & Partial<Pick<List<Row>, 'long'>>;
  /** How a list too long to be here whole is searched for what was typed. */
  longFilters?: (typed: string) => Readonly<Record<string, string>>;
  /** Which records may be chosen; all by default. Keep it stable. */
  isOffered?: (row: Row) => boolean;
  search: Filter<Row, unknown>;
  nameOf: (row: Row) => string;
  noteOf: (row: Row) => string;
  placeholder: string;
}

const mostShown = 50;
const everything = () => true;

/**
 * Chooses one record by typing a part of its name. Only the best 50 matches are in the page, so that 100,000 records
 * cost no more than ten; a chosen record keeps its name when it is no longer offered.
 */
export function RecordPicker<Row extends Identified>(props: Props<Row>) {
  const { value } = props;
  const [typed, setTyped] = useState('');
  const { found, state, notes, data, isListed, query } = usePickerOptions(props, typed);
  const input = useSelectedName(value, query === '' && typed !== '');
  // Enter would send the form without what is about to be found.
  const isWaitedFor = query !== '' && state === 'loading';

  return (
    <Select
      ref={input}
      {...(props.labelHidden ? { 'aria-label': props.label } : { label: props.label })}
      {...(props.id === undefined ? {} : { id: props.id })}
      {...(props.size === undefined ? {} : { size: props.size })}
      classNames={{ option: classNames(classes.option) }}
      data={data}
      value={value === null ? null : String(value)}
      onChange={(next) => {
        const row = found.find((each) => String(each.id) === next);
        if (row) props.onChange(row);
        else if (next === null) props.onClear?.();
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // Filtered already; a record no longer offered appears in the input alone.
      filter={({ options }) =>
        options.filter((each) => 'value' in each && (isListed || each.value !== String(value)))
      }
      // A list that opens on its own would cover the next inputs.
      openOnFocus={false}
      // Otherwise Mantine looks for the chosen option a moment later, and Enter takes none of those found until then.
      selectFirstOptionOnDropdownOpen={value === null}
      // Also when the list arrives only after something was typed.
      selectFirstOptionOnChange={found.length > 0}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && isWaitedFor) event.preventDefault();
      }}
      allowDeselect={false}
      clearable={props.onClear !== undefined}
      clearButtonProps={{ 'aria-label': `Clear ${props.label}` }}
      withCheckIcon={false}
      placeholder={props.placeholder}
      nothingFoundMessage={nothingFound[state]}
      renderOption={({ option }) => (
        <OptionLines name={option.label} note={notes.get(option.value) ?? ''} />
      )}
      readOnly={props.locked ?? false}
      disabled={props.disabled ?? false}
      error={props.error}
      aria-required={props.required || undefined}
      data-autofocus={props.isFirst || undefined}
      autoFocus={props.autoFocus ?? false}
      autoComplete="off"
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => props.onBlur?.()}
      maxDropdownHeight={280}
      // Gone at once when it closes: the options of the next input are not to appear next to these.
      comboboxProps={{ transitionProps: { duration: 80, exitDuration: 0 } }}
    />
  );
}

/** A name that comes while the input has the focus, as from a draft, is selected: what is typed then replaces it. */
function useSelectedName(value: number | null, isShown: boolean) {
  const input = useRef<HTMLInputElement>(null);
  const selected = useRef<number | null>(null);
  useEffect(() => {
    if (!isShown || selected.current === value) return;
    selected.current = value;
    if (value !== null && document.activeElement === input.current) input.current?.select();
  }, [value, isShown]);
  return input;
}

function usePickerOptions<Row extends Identified>(props: Props<Row>, typed: string) {
  const { list, value, search, nameOf, noteOf, isOffered = everything } = props;
  const chosen = useRowOf({ ...list, long: list.long ?? null }, value);
  const chosenName = chosen ? nameOf(chosen) : (props.chosenName ?? '');
  const query = typed === chosenName ? '' : typed.trim();
  const long = useFoundInLong(props, query);
  const { state } = long ?? list;
  const found = useMemo(() => {
    if (long?.state === 'ready') return long.rows.filter(isOffered);
    // What a long list found for the text before is offered as far as it fits this one.
    const rows = long?.rows ?? list.rows;
    return firstOf(rows, (row) => isOffered(row) && search.test(row, query, undefined));
  }, [long, list.rows, isOffered, search, query]);
  const notes = useMemo(
    () => new Map(found.map((row) => [String(row.id), noteOf(row)])),
    [found, noteOf],
  );
  const data = useMemo(
    () => found.map((row) => ({ value: String(row.id), label: nameOf(row) })),
    [found, nameOf],
  );
  const isListed = value === null || found.some((row) => row.id === value);
  const own = {
    value: String(value),
    label: chosenName || (chosen === null ? 'No longer exists' : ''),
  };
  return { found, state, notes, data: isListed ? data : [...data, own], isListed, query };
}

function useFoundInLong<Row extends Identified>(
  { list, longFilters }: Props<Row>,
  typed: string,
): Pick<List<Row>, 'rows' | 'state'> | null {
  const query = longQuery({ filters: longFilters?.(typed) ?? { search: typed } });
  const found = useLongTable(list.long ?? null, query);
  useEffect(() => found?.want(0, mostShown), [found]);
  return useMemo(() => {
    if (!found) return null;
    const positions = Array.from({ length: Math.min(mostShown, found.length) }, (_, at) =>
      found.at(at),
    );
    const rows = positions.filter((row) => row !== undefined);
    const isEarlier = found.state === 'ready' && found.query !== query;
    return { rows, state: isEarlier ? 'loading' : found.state };
  }, [found, query]);
}

const nothingFound = {
  ready: 'Nothing found',
  loading: 'Loading…',
  failed: 'The list could not be loaded. Close it and try again.',
} as const;

function OptionLines({ name, note }: { name: string; note: string }) {
  return (
    <span className={classes.lines}>
      <span>{name}</span>
      {note ? <span className={classes.note}>{note}</span> : null}
    </span>
  );
}

function firstOf<Row>(rows: readonly Row[], fits: (row: Row) => boolean): Row[] {
  const found: Row[] = [];
  for (const row of rows) {
    if (found.length === mostShown) break;
    if (fits(row)) found.push(row);
  }
  return found;
}
