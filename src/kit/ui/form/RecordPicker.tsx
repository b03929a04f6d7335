import { Select } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { Filter } from '~/kit/shared/filters/filters';
import type { Identified, List } from '~/kit/ui/data/list-store';
import { classNames } from '~/kit/ui/elements/classNames';
import classes from './RecordPicker.module.css';

/** What every picker of a kind of record is given by the form that it stands in. */
export interface PickerProps<Row> {
  value: number | null;
  onChange: (row: Row) => void;
  label?: string;
  /** The label is read out only: inside a table of lines. */
  labelHidden?: boolean;
  /** The name of a chosen record that is offered no more. */
  chosenName?: string | undefined;
  required?: boolean;
  /** It can be read but not changed. */
  locked?: boolean;
  /** Nothing can be chosen yet: something else comes first. */
  disabled?: boolean;
  error?: ReactNode;
  id?: string;
  /** Takes the focus when its dialog opens. */
  isFirst?: boolean;
  /** Takes the focus when it appears in a form that is open. */
  autoFocus?: boolean;
  onBlur?: () => void;
}

interface Props<Row extends Identified> extends PickerProps<Row> {
  label: string;
  /** Where the records come from; what it holds is looked through as one types. */
  list: Pick<List<Row>, 'rows' | 'state'>;
  /** Which of them may be chosen; all when left out. Keep it stable. */
  isOffered?: (row: Row) => boolean;
  search: Filter<Row, unknown>;
  nameOf: (row: Row) => string;
  /** The second line, which tells two of the same name apart. */
  noteOf: (row: Row) => string;
  placeholder: string;
}

const mostShown = 50;
const everything = () => true;

/**
 * Chooses one record by typing a part of its name. Only the best 50 are in the page, so that 100,000 cost no more than
 * ten; the chosen one keeps its name when it is offered no more.
 */
export function RecordPicker<Row extends Identified>(props: Props<Row>) {
  const { list, value } = props;
  const [typed, setTyped] = useState('');
  const { found, notes, data, isListed } = usePickerOptions(props, typed);

  return (
    <Select
      {...(props.labelHidden ? { 'aria-label': props.label } : { label: props.label })}
      {...(props.id === undefined ? {} : { id: props.id })}
      classNames={{ option: classNames(classes.option) }}
      data={data}
      value={value === null ? null : String(value)}
      onChange={(next) => {
        const row = found.find((each) => String(each.id) === next);
        if (row) props.onChange(row);
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // What fits has been chosen above; one that is offered no more is shown in the input alone.
      filter={({ options }) =>
        options.filter((each) => 'value' in each && (isListed || each.value !== String(value)))
      }
      // A list that opens by itself would lie over what comes after it.
      openOnFocus={false}
      selectFirstOptionOnChange
      allowDeselect={false}
      withCheckIcon={false}
      placeholder={props.placeholder}
      nothingFoundMessage={nothingFound[list.state]}
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
      // What is typed next replaces the name of the one chosen before.
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => props.onBlur?.()}
      maxDropdownHeight={280}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  );
}

/** The records that fit what is typed, as options; `isListed` while the chosen one is among them. */
function usePickerOptions<Row extends Identified>(props: Props<Row>, typed: string) {
  const { list, value, search, nameOf, noteOf, isOffered = everything } = props;
  const chosen = useMemo(
    () => (value === null ? undefined : list.rows.find((row) => row.id === value)),
    [list.rows, value],
  );
  const chosenName = chosen ? nameOf(chosen) : (props.chosenName ?? '');
  const wanted = typed === chosenName ? '' : typed.trim();
  const found = useMemo(
    () => firstOf(list.rows, (row) => isOffered(row) && search.test(row, wanted, undefined)),
    [list.rows, isOffered, search, wanted],
  );
  const notes = useMemo(
    () => new Map(found.map((row) => [String(row.id), noteOf(row)])),
    [found, noteOf],
  );
  const data = useMemo(
    () => found.map((row) => ({ value: String(row.id), label: nameOf(row) })),
    [found, nameOf],
  );
  const isListed = value === null || found.some((row) => row.id === value);
  // One that is offered no more keeps its name in the input.
  const own = { value: String(value), label: chosenName || 'Not there any more' };
  return { found, notes, data: isListed ? data : [...data, own], isListed };
}

const nothingFound = {
  ready: 'Nothing found',
  loading: 'Loading…',
  failed: 'These could not be loaded. Close this and try again.',
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
