import type { ReactNode } from 'react';
import { clockOf, type Day, dayOf, formatInstant, relativeDay } from '~/kit/shared/time/days';
import { unreadable } from '~/kit/shared/money/numbers';
import { valueOf } from '~/kit/shared/fields/custom';
import type { Choice, Field, FieldKind, Fields, PatchOf, RowOf } from '~/kit/shared/fields/fields';
import { readTyped } from '~/kit/shared/fields/typed-values';
import { fieldText } from '~/kit/shared/fields/field-text';
import type { Verdict } from '~/kit/shared/verdict';
import { badgeValue, mailValue, momentValue, webValue } from './CellValue';
import { type EditTexts, type ValueShape, valueText } from '~/kit/ui/waiting/waiting-change';
import type { CellEdit, Column, SortValue } from './tableColumn';

type Override<Row> = Partial<Omit<Column<Row>, 'key' | 'edit' | 'own' | 'ownColumns'>> & {
  edit?: Partial<CellEdit<Row>> | false;
};

export interface ColumnOptions<F extends Fields, Row extends RowOf<F>> {
  /** Which fields, in which order; all of them, in their own order, when left out. */
  keys?: readonly (keyof F & string)[];
  /** Without `keys`: the fields that are not columns. */
  except?: readonly (keyof F & string)[];
  choices?: Readonly<Record<string, readonly Choice[]>>;
  timeZone: string;
  today: Day;
  required?: readonly string[];
  save?: (row: Row, patch: PatchOf<F>, edit: EditTexts) => Promise<void>;
  canEdit?: (row: Row, key: string) => Verdict;
  overrides?: Readonly<Partial<Record<keyof F & string, Override<Row>>>>;
}

interface Source<F extends Fields, Row extends RowOf<F>> {
  key: string;
  field: Field;
  options: ColumnOptions<F, Row>;
  choices: readonly Choice[] | undefined;
  read: (row: Row) => unknown;
}

/** The columns of an entity, derived from its fields: width, text, order and editor follow each field's kind. */
export function columnsFromFields<F extends Fields, Row extends RowOf<F> = RowOf<F>>(
  fields: F,
  options: ColumnOptions<F, Row>,
): Column<Row>[] {
  const { keys = Object.keys(fields), except = [] } = options;
  const shown = keys.filter((key) => !except.some((each) => each === key));
  const columns = shown.flatMap((key) => {
    const field = fields[key];
    if (!field || field.kind === 'custom') return [];
    const choices = options.choices?.[key] ?? field.choices;
    const read = (row: Row): unknown => valueOf(row, key);
    return [columnOf({ key, field, options, choices, read })];
  });
  const [first, ...others] = columns;
  if (!first || fields['custom']?.kind !== 'custom') return columns;
  const own = { fields, columns: (these: Fields) => columnsOfOwn(these, options) };
  return [{ ...first, ownColumns: own }, ...others];
}

/** Columns that only change many rows at once: fields that no cell of their list edits (docs/product/screens.md#selection). */
export function columnsForMany<F extends Fields, Row extends RowOf<F> = RowOf<F>>(
  fields: F,
  keys: readonly (keyof F & string)[],
  choices: ColumnOptions<F, Row>['choices'] = {},
): Column<Row>[] {
  const save = () => Promise.resolve();
  return columnsFromFields<F, Row>(fields, { keys, choices, timeZone: 'UTC', today: '', save });
}

/** The columns of the company's own fields, edited like the others. */
function columnsOfOwn<F extends Fields, Row extends RowOf<F>>(
  own: Fields,
  options: ColumnOptions<F, Row>,
): Column<Row>[] {
  return Object.entries(own).map(([key, field]) => ({
    ...columnOf<F, Row>({
      key,
      field,
      options,
      choices: field.choices,
      read: (row) => valueOf(row, key),
    }),
    ...(field.kind === 'flag' ? { badge: false } : {}),
    own: field,
  }));
}

function columnOf<F extends Fields, Row extends RowOf<F>>(source: Source<F, Row>): Column<Row> {
  const { key, field, options } = source;
  const { edit: changedEdit, ...changes } = options.overrides?.[key] ?? {};
  const text = textOf(source);
  const render = renderOf(source, text);
  const edit = changedEdit === false ? null : editOf(source);
  const isAmount =
    field.kind === 'money' || field.kind === 'quantity' || field.kind === 'wholeNumber';
  return total({
    key,
    title: field.label,
    width: widthOf(key, field),
    least: leastOf(source, changes),
    align: isAmount && key !== 'id' ? 'right' : 'left',
    required: options.required?.includes(key) ?? false,
    money: field.kind === 'money',
    copy: field.inputType === 'email' || field.inputType === 'tel',
    badge: field.kind === 'flag' || source.choices?.some((choice) => choice.color) === true,
    text,
    // In a narrow list no heading says what a "Yes" means.
    ...(field.kind === 'flag' && !field.states
      ? { narrowText: (row: Row) => (source.read(row) === true ? field.label : '') }
      : {}),
    ...(render ? { render } : {}),
    ...fileValueOf(source),
    ...(field.sortable ? { sortValue: sortValueOf(source, text) } : {}),
    ...changes,
    ...(edit ? { edit: { ...edit, ...changedEdit } } : {}),
  });
}

/** The same column, which shows a dash where a damaged row makes it throw: lists sort and search by all rows at once. */
function total<Row>(column: Column<Row>): Column<Row> {
  const { text, sortValue, fileValue, render } = column;
  return {
    ...column,
    text: caught(text, unreadable),
    ...(sortValue ? { sortValue: caught<Row, SortValue>(sortValue, null) } : {}),
    ...(fileValue ? { fileValue: caught<Row, SortValue>(fileValue, null) } : {}),
    ...(render ? { render: caught<Row, ReactNode>(render, unreadable) } : {}),
  };
}

function caught<Row, V>(read: (row: Row) => V, otherwise: V): (row: Row) => V {
  return (row) => {
    try {
      return read(row);
    } catch {
      return otherwise;
    }
  };
}

const widths: Readonly<Record<FieldKind, number>> = {
  text: 160,
  longText: 240,
  choice: 116,
  flag: 96,
  money: 120,
  wholeNumber: 88,
  quantity: 88,
  day: 112,
  instant: 128,
  link: 132,
  custom: 160,
};

function widthOf(key: string, { kind, inputType, label }: Field): number {
  if (key === 'id') return 64;
  const forTitle = label.length * 7 + 36;
  if (inputType === 'email') return Math.max(200, forTitle);
  if (inputType === 'tel') return Math.max(176, forTitle);
  return Math.max(widths[kind], forTitle);
}

const leastWidths: Readonly<Record<FieldKind, number>> = {
  text: 76,
  longText: 64,
  choice: 76,
  flag: 80,
  money: 104,
  wholeNumber: 56,
  quantity: 64,
  day: 98,
  instant: 92,
  link: 76,
  custom: 76,
};

/** Of the changes of a column, those that its least width follows. */
type ColumnChanges = { [Key in 'title' | 'width' | 'copy']?: Column<never>[Key] | undefined };

/** Room for the longest word of the title, and for the value unless it is a longer text, which is cut off. */
function leastOf<F extends Fields, Row extends RowOf<F>>(
  { field, choices = [] }: Source<F, Row>,
  { title = field.label, width = 0, copy }: ColumnChanges,
): number {
  const { kind, inputType } = field;
  const longest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));
  const forTitle = longest(title.split(' ')) * 7 + 16;
  const isBadge = choices.some(({ color }) => color);
  const forLabel = longest(choices.map((each) => each.label)) * 7;
  const forChoice =
    kind === 'choice' ? (isBadge ? forLabel + 34 : Math.min(104, forLabel + 16)) : 0;
  // A number that is copied is read whole.
  const forText = kind === 'text' ? width * (copy ? 0.88 : 0.55) : 0;
  const forValue = inputType === 'email' ? 92 : inputType === 'tel' ? 128 : leastWidths[kind];
  return Math.round(Math.max(forTitle, forChoice, forText, forValue));
}

function textOf<F extends Fields, Row extends RowOf<F>>({
  key,
  field,
  options,
  choices,
  read,
}: Source<F, Row>): (row: Row) => string {
  const texts = choices ? new Map(choices.map((choice) => [choice.value, choice.label])) : null;
  const show = (value: string | number | boolean): string => {
    switch (field.kind) {
      case 'instant':
        return relativeDay(dayOf(String(value), options.timeZone), options.today);
      default:
        if (key === 'id') return String(value);
        return texts?.get(String(value)) ?? fieldText(field, value, options.timeZone);
    }
  };
  return (row) => {
    const value = read(row);
    return isShown(value) ? show(value) : '';
  };
}

function fileValueOf<F extends Fields, Row extends RowOf<F>>({
  field,
  options,
  read,
}: Source<F, Row>): Pick<Column<Row>, 'fileValue'> {
  if (field.kind === 'instant') {
    return {
      fileValue: (row) => {
        const value = read(row);
        return isShown(value) ? clockOf(String(value), options.timeZone) : null;
      },
    };
  }
  const isBare = ['money', 'quantity', 'wholeNumber', 'day'].includes(field.kind);
  if (!isBare) return {};
  return {
    fileValue: (row) => {
      const value = read(row);
      return isShown(value) ? value : null;
    },
  };
}

function isShown(value: unknown): value is string | number | boolean {
  return value !== '' && ['string', 'number', 'boolean'].includes(typeof value);
}

function renderOf<F extends Fields, Row extends RowOf<F>>(
  { field, options, choices, read }: Source<F, Row>,
  text: (row: Row) => string,
): ((row: Row) => ReactNode) | null {
  if (field.kind === 'flag') {
    return (row) => badgeValue(text(row), read(row) === true ? 'teal' : 'gray');
  }
  if (choices?.some((choice) => choice.color)) {
    const colors = new Map<unknown, string | undefined>(
      choices.map((choice) => [choice.value, choice.color]),
    );
    return (row) => badgeValue(text(row), colors.get(String(read(row))) ?? 'gray');
  }
  if (field.kind === 'instant') {
    return (row) => {
      const value = read(row);
      if (!isShown(value)) return null;
      return momentValue(text(row), formatInstant(String(value), options.timeZone));
    };
  }
  if (field.inputType === 'email') return (row) => mailValue(text(row));
  if (field.inputType === 'url') return (row) => webValue(text(row));
  return null;
}

function sortValueOf<F extends Fields, Row extends RowOf<F>>(
  { field, read, choices }: Source<F, Row>,
  text: (row: Row) => string,
): (row: Row) => SortValue {
  const isMoment = field.kind === 'day' || field.kind === 'instant';
  const byText = choices !== undefined;
  return (row) => {
    const value = read(row);
    if (!isShown(value)) return null;
    if (isMoment) return Date.parse(String(value));
    return byText ? text(row) : value;
  };
}

function editOf<F extends Fields, Row extends RowOf<F>>(
  source: Source<F, Row>,
): CellEdit<Row> | null {
  const { key, field, options, choices, read } = source;
  const { save, canEdit } = options;
  const kind = editKindOf(field, choices);
  if (!save || !kind || field.access === 'read' || field.derived) return null;
  return {
    kind,
    ...(field.inputType ? { inputType: field.inputType } : {}),
    ...(kind === 'choice' || kind === 'flag' ? { choices: editChoices(field, choices ?? []) } : {}),
    ...(canEdit ? { canEdit: (row: Row) => canEdit(row, key) } : {}),
    value: (row) => {
      const value = read(row);
      return isShown(value) ? String(value) : '';
    },
    read: (typed) => readTyped(field, typed, 'inline'),
    field: key,
    save: (row, value) => save(row, { [key]: value } as PatchOf<F>, textsOf(source, row, value)),
  };
}

const mostShown = 200;

/** A change of a cell in words. It keeps the choices unless they are too many. */
function textsOf<F extends Fields, Row extends RowOf<F>>(
  { field, options, choices, read, key }: Source<F, Row>,
  row: Row,
  value: unknown,
): EditTexts {
  const { kind, currency, decimals } = field;
  const shape: ValueShape = { kind, ...(currency ? { currency } : {}) };
  if (decimals !== undefined) shape.decimals = decimals;
  const texts = choices ? { ...shape, choices } : shape;
  const before = options.overrides?.[key]?.text?.(row);
  return {
    field: field.label,
    from: choices && before !== undefined ? before : valueText(texts, read(row)),
    to: valueText(texts, value),
    shape: choices && choices.length <= mostShown ? texts : shape,
  };
}

function editKindOf(
  { kind }: Field,
  choices: readonly Choice[] | undefined,
): CellEdit<never>['kind'] | null {
  switch (kind) {
    case 'money':
    case 'wholeNumber':
    case 'quantity':
      return 'number';
    case 'link':
      return choices ? 'choice' : null;
    case 'instant':
    case 'custom':
      return null;
    default:
      return kind;
  }
}

function editChoices(field: Field, choices: readonly Choice[]): readonly Choice[] {
  if (field.kind === 'flag') {
    return ['true', 'false'].map((value) => ({
      value,
      label: fieldText(field, value === 'true', 'UTC'),
    }));
  }
  const offered = choices.filter(({ isOff }) => !isOff);
  return field.required ? offered : [{ value: '', label: 'None' }, ...offered];
}
