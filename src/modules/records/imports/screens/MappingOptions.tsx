import { Checkbox, NativeSelect } from '@mantine/core';
import { type Encoding, encodings } from '~/kit/shared/csv/encodings';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { type DateOrder, guessedDates } from '../dates.rules';
import { guessedDecimal } from '../decimals.rules';
import { columnNamed } from '../formats.rules';
import type { FileHead } from './file-heads.client';
import { dateTexts, isGuessed, type MappingProps, numberTexts } from './map-columns.client';

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
      <TidyChoice {...props} />
    </>
  );
}

const decimals = [
  { value: '.', label: '1,234.56' },
  { value: ',', label: '1.234,56' },
];

function DecimalChoice({ head, format, mapping, onChange }: Props) {
  const guess = guessedDecimal(numberTexts(head, format, mapping));
  if (!guess && mapping.decimal !== ',') return null;
  const value = mapping.decimal ?? guess?.decimal ?? '.';
  const doubt = guess?.doubt ?? null;
  const detected = guess?.decimal === value ? 'Detected from the numbers of the file' : null;
  return (
    <NativeSelect
      label="Numbers are written as"
      description={hintOf(
        doubt === null ? detected : `${doubt} can be read in two ways. Choose the right one.`,
      )}
      value={value}
      data={decimals}
      onChange={(event) =>
        onChange({ ...mapping, decimal: event.currentTarget.value === ',' ? ',' : '.' })
      }
    />
  );
}

const dateOrders: readonly { value: DateOrder; label: string }[] = [
  { value: 'dmy', label: 'DD/MM/YYYY' },
  { value: 'mdy', label: 'MM/DD/YYYY' },
];

function DateChoice({ head, format, mapping, onChange }: Props) {
  const guess = guessedDates(dateTexts(head, format, mapping));
  if (!guess && mapping.dates !== 'mdy') return null;
  const value = mapping.dates ?? guess?.order ?? 'dmy';
  const doubt = guess?.doubt ?? null;
  const detected = guess?.order === value ? 'Detected from the dates of the file' : null;
  return (
    <NativeSelect
      label="Dates are written as"
      description={hintOf(
        doubt === null ? detected : `${doubt} can be read in two ways. Choose the right one.`,
      )}
      value={value}
      data={dateOrders}
      onChange={(event) =>
        onChange({ ...mapping, dates: event.currentTarget.value === 'mdy' ? 'mdy' : 'dmy' })
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
  const names = Object.keys(format.standIns).map(
    (name) => columnNamed(format, name)?.field.label ?? name,
  );
  return (
    <Checkbox
      label={`Where ${listText(names)} of a new record is empty, use another column`}
      checked={mapping.stand_ins ?? false}
      onChange={(event) => onChange({ ...mapping, stand_ins: event.currentTarget.checked })}
    />
  );
}

function listText(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function TidyChoice({ mapping, onChange }: Props) {
  return (
    <Checkbox
      label="Tidy cells of other programs, such as N/A, p:+91… or two numbers in a cell"
      checked={mapping.tidy ?? false}
      onChange={(event) => onChange({ ...mapping, tidy: event.currentTarget.checked })}
    />
  );
}
