import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import {
  type ClipboardEvent,
  memo,
  type ReactNode,
  type SyntheticEvent,
  type WheelEvent,
} from 'react';
import { plainNumber } from '~/kit/shared/money/typed-numbers';
import { charactersOf } from '~/kit/shared/fields/characters';
import type { Field } from '~/kit/shared/fields/fields';
import { unreadable } from './formValues';
import { pasteLine } from '~/kit/ui/hooks/pasteLine';
import { DateInput } from '~/kit/ui/inputs/DateInput';
import { FormField } from './FormParts';
import classes from './Form.module.css';

export interface FieldInputProps {
  id: string;
  name: string;
  label: string;
  value: string;
  error: ReactNode;
  required: boolean;
  /** Of the input that has the focus when its dialog opens. */
  'data-autofocus'?: true | undefined;
  onChange: (text: string) => void;
  onBlur: () => void;
}

/** What is said of an input besides its errors: what it means, or what is doubtful about it. */
export interface InputNote {
  text: string;
  isDoubt: boolean;
}

export interface InputChoice {
  value: string | number;
  label: string;
}

interface Props extends Omit<FieldInputProps, 'label' | 'onChange' | 'onBlur'> {
  field: Field;
  choices?: readonly InputChoice[] | undefined;
  render?: ((props: FieldInputProps) => ReactNode) | undefined;
  locked?: string | undefined;
  disabled?: boolean | undefined;
  note?: string | undefined;
  isDoubt?: boolean | undefined;
  autoFocus: boolean;
  wide: boolean;
  onChange: (name: string, text: string) => void;
  onBlur: (name: string) => void;
}

export const FieldInput = memo(function FieldInput(props: Props) {
  const { field, name } = props;
  const given: FieldInputProps = {
    id: props.id,
    name,
    label: field.label,
    value: props.value,
    error: props.error,
    required: props.required,
    'data-autofocus': props.autoFocus || undefined,
    onChange: (text) => props.onChange(name, text),
    onBlur: () => props.onBlur(name),
  };
  const wide = props.wide || field.kind === 'longText';
  return (
    <FormField required={props.required} wide={wide}>
      {props.render ? props.render(given) : <Input {...props} given={given} />}
      <FieldNote {...props} />
    </FormField>
  );
});

function FieldNote({ field, value, error, note, isDoubt = true }: Props) {
  const doubt = note ?? field.doubt?.(value);
  if (doubt === undefined && field.help !== undefined)
    return <p className={classes.note}>{field.help}</p>;
  const text = doubt;
  if (text === undefined) return null;
  return (
    <p className={classes.note} role="status" data-doubt={isDoubt || undefined}>
      {error ? null : text}
    </p>
  );
}

function Input({
  given,
  field,
  choices,
  locked,
  disabled = false,
}: Props & { given: FieldInputProps }) {
  const { required, onChange, ...shared } = given;
  const common = {
    ...shared,
    'aria-required': required || undefined,
    autoComplete: 'off',
    disabled,
  };
  switch (field.kind) {
    case 'choice':
    case 'link':
      return (
        <NativeSelect
          {...common}
          data={options(field, choices, given.value, locked)}
          disabled={disabled || locked !== undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'flag': {
      const { value, ...checkbox } = common;
      return (
        <Checkbox
          {...checkbox}
          checked={value === 'true'}
          onChange={(event) => onChange(String(event.currentTarget.checked))}
        />
      );
    }
    case 'longText':
      return (
        <>
          <Textarea
            {...common}
            autosize
            minRows={3}
            maxRows={10}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <Counter length={charactersOf(given.value.trim())} max={field.maxLength ?? 0} />
        </>
      );
    case 'day':
      return <DateInput {...common} onChange={onChange} />;
    default:
      return <LineInput common={common} field={field} onChange={onChange} />;
  }
}

interface LineInputProps {
  common: Omit<FieldInputProps, 'required' | 'onChange'> & Record<string, unknown>;
  field: Field;
  onChange: (text: string) => void;
}

function LineInput({ common, field, onChange }: LineInputProps) {
  const read = (event: SyntheticEvent<HTMLInputElement>) => {
    const { value, validity } = event.currentTarget;
    onChange(validity.badInput ? unreadable : value);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    if (event.currentTarget.type !== 'number') return pasteLine(event);
    const number = pastedNumber(event, field);
    if (number === null) return;
    event.preventDefault();
    onChange(number);
  };
  // A change between two unreadable texts, both with an empty value, makes no change event in React; onInput does.
  return (
    <TextInput
      {...common}
      {...lineProps(field)}
      value={common.value === unreadable ? '' : common.value}
      onPaste={paste}
      onInput={read}
      onChange={read}
    />
  );
}

const currencySigns = { INR: '₹', USD: '$' } as const;

function lineProps(field: Field) {
  switch (field.kind) {
    case 'money':
    case 'quantity':
    case 'wholeNumber':
      return {
        type: 'number',
        inputMode: field.kind === 'wholeNumber' ? ('numeric' as const) : ('decimal' as const),
        step: field.step ?? (field.kind === 'wholeNumber' ? 1 : 0.01),
        min: field.min,
        max: field.max,
        onWheel: leaveOnWheel,
        leftSection: field.currency ? currencySigns[field.currency] : undefined,
      };
    default:
      return { type: field.inputType ?? 'text' };
  }
}

/** Scrolling a form must not change the number under the pointer. */
export function leaveOnWheel(event: WheelEvent<HTMLInputElement>) {
  event.currentTarget.blur();
}

// A number input drops a pasted "₹1,45,678.67"; amounts copied from the product's own screens must work.
function pastedNumber(event: ClipboardEvent<HTMLInputElement>, field: Field): string | null {
  const text = event.clipboardData.getData('text');
  const plain = plainNumber(text, field.currency);
  return plain === text ? null : plain;
}

function options(
  field: Field,
  choices: readonly InputChoice[] | undefined,
  value: string,
  blank = 'Select…',
) {
  const own = field.choices?.filter((each) => !each.isOff || each.value === value);
  const choiceOptions = (choices ?? own ?? []).map((each) => ({
    value: String(each.value),
    label: each.label,
  }));
  const isSet = field.required && field.kind === 'choice' && value !== '';
  const empty = isSet ? [] : [{ value: '', label: blank }];
  const isChoice = value === '' || choiceOptions.some((each) => each.value === value);
  // A select without an option for its value would silently show, and send, another one.
  const strange = isChoice ? [] : [{ value, label: `No longer offered (${value})` }];
  return [...empty, ...strange, ...choiceOptions];
}

function Counter({ length, max }: { length: number; max: number }) {
  if (max === 0 || length < max * 0.8) return null;
  return (
    <span className={classes.counter} data-over={length > max || undefined}>
      {length} of {max}
      <span className="visually-hidden"> characters</span>
    </span>
  );
}
