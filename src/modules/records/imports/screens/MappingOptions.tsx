import { Checkbox, NativeSelect } from '@mantine/core';
import { type Encoding, encodings } from '~/kit/shared/csv/encodings';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { guessedDates } from '../dates.rules';
import { guessedDecimal } from '../decimals.rules';
import type { FileHead } from './file-heads.client';
import {
  columnNamed,
  dateTexts,
  isGuessed,
  type MappingProps,
  numberTexts,
} from './map-columns.client';

function hintOf(text: string | null) {
  return text === null ? null : (
    <SoftText as="span" small>
      {text}
    </SoftText>
  );
}

interface EncodingProps {
  head: FileHead;
  onChoose: (encoding: Encoding) => void;
}

/** By which encoding a text file is read; the samples of the columns follow. */
export function EncodingChoice({ head, onChoose }: EncodingProps) {
  const { detected, chosen } = head;
  if (detected === null) return null;
  const text = isGuessed(head) ? 'Guessed. Check the accented letters below.' : 'Detected';
  return (
    <NativeSelect
      label="Text encoding"
      description={chosen === undefined ? hintOf(text) : null}
      value={chosen ?? detected}
      data={encodings}
      onChange={(event) => {
        const { value } = event.currentTarget;
        const encoding = encodings.find((each) => each.value === value);
        if (encoding) onChoose(encoding.value);
      }}
    />
  );
}

interface Props extends MappingProps {
  head: FileHead;
}

/** The choices for the whole file: how numbers and dates are written, how records are found, how empty names are filled. */
export function MappingOptions(props: Props) {
  return (
    <>
      <DecimalChoice {...props} />
      <DateChoice {...props} />
      <MatchChoice {...props} />
      <StandInChoice {...props} />
    </>
  );
}

const decimals = [
  { value: '.', label: '1,234.56' },
  { value: ',', label: '1.234,56' },
] as const;

function DecimalChoice({ head, format, mapping, onChange }: Props) {
  const guess = guessedDecimal(numberTexts(head, format, mapping));
  return (
    <GuessedChoice
      what="Numbers"
      choices={decimals}
      chosen={mapping.decimal}
      guess={guess && { value: guess.decimal, doubt: guess.doubt }}
      onChange={(decimal) => onChange({ ...mapping, decimal })}
    />
  );
}

const dateOrders = [
  { value: 'dmy', label: 'DD/MM/YYYY' },
  { value: 'mdy', label: 'MM/DD/YYYY' },
] as const;

function DateChoice({ head, format, mapping, onChange }: Props) {
  const guess = guessedDates(dateTexts(head, format, mapping));
  return (
    <GuessedChoice
      what="Dates"
      choices={dateOrders}
      chosen={mapping.dates}
      guess={guess && { value: guess.order, doubt: guess.doubt }}
      onChange={(dates) => onChange({ ...mapping, dates })}
    />
  );
}

interface GuessedProps<Value extends string> {
  /** As in "Numbers are written as". */
  what: string;
  /** The usual one first. */
  choices: readonly [Written<Value>, Written<Value>];
  chosen: Value | undefined;
  /** From the file; null where it has none. */
  guess: { value: Value; doubt: string | null } | null;
  onChange: (value: Value) => void;
}

interface Written<Value> {
  value: Value;
  label: string;
}

/** One of two ways in which the file may be written. */
function GuessedChoice<Value extends string>(props: GuessedProps<Value>) {
  const { what, choices, chosen, guess, onChange } = props;
  const [usual, other] = choices;
  if (!guess && chosen !== other.value) return null;
  const value = chosen ?? guess?.value ?? usual.value;
  const detected =
    guess?.value === value ? `Detected from the ${what.toLowerCase()} of the file` : null;
  return (
    <NativeSelect
      label={`${what} are written as`}
      description={hintOf(
        guess?.doubt ? `${guess.doubt} can be read in two ways. Choose the right one.` : detected,
      )}
      value={value}
      data={choices}
      onChange={(event) =>
        onChange(event.currentTarget.value === other.value ? other.value : usual.value)
      }
    />
  );
}

function MatchChoice({ format, mapping, onChange }: Props) {
  const { key, matches = [] } = format;
  if (matches.length === 0) return null;
  return (
    <NativeSelect
      label="Find existing records by"
      value={mapping.match ?? key}
      data={[key, ...matches].map((name) => ({
        value: name,
        label: columnNamed(format, name)?.field.label ?? name,
        disabled: name !== key && name !== mapping.match && !mapping.fields[name]?.columns,
      }))}
      onChange={(event) => onChange({ ...mapping, match: event.currentTarget.value })}
    />
  );
}

function StandInChoice({ format, mapping, onChange }: Props) {
  if (!format.standIns) return null;
  const [one, other] = format.standIns.map(
    (name) => columnNamed(format, name)?.field.label ?? name,
  );
  return (
    <Checkbox
      label={`Where ${one} or ${other} of a new record is empty, use the other one`}
      checked={mapping.stand_ins ?? false}
      onChange={(event) => onChange({ ...mapping, stand_ins: event.currentTarget.checked })}
    />
  );
}
