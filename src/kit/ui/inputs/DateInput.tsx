import { TextInput, type TextInputProps } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import type { Day } from '~/kit/shared/time/days';
import { readTypedDay, typedDayProblem, typedDayText } from '~/kit/shared/time/typed-days';
import { companyToday } from './companyToday';
import { CalendarButton } from './CalendarButton';

interface DaysTaken {
  min?: Day | undefined;
  max?: Day | undefined;
}

export interface DateInputProps
  extends DaysTaken,
    Omit<TextInputProps, 'value' | 'onChange' | 'onKeyDown' | 'type' | 'min' | 'max'> {
  /** A day, '' or a text that is not a date. */
  value: string;
  /** Called with the day as soon as the text is one, with '' for none, and with the text itself while it is not a date. */
  onChange: (value: string) => void;
}

/** A date, typed in any usual way or chosen in a calendar, and shown as in lists (docs/product/screens.md#date-inputs). */
export function DateInput(props: DateInputProps) {
  const { value, onChange, onBlur, min, max, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  const ownId = useId();
  const id = rest.id ?? ownId;
  const date = useTypedDate(value, onChange);
  const isLocked = rest.readOnly === true || rest.disabled === true;
  return (
    <TextInput
      placeholder={isLocked ? '' : 'dd/mm/yyyy'}
      autoComplete="off"
      spellCheck={false}
      {...rest}
      {...date.input}
      id={id}
      ref={input}
      onKeyDown={isLocked ? undefined : openCalendarByKey}
      wrapperProps={{
        // The calendar belongs to the input: who goes there has not left it.
        onBlur: (event: FocusEvent<HTMLInputElement>) => {
          if (!isWithin(event)) onBlur?.(event);
        },
      }}
      rightSectionPointerEvents="all"
      rightSection={
        isLocked ? null : (
          <CalendarButton
            {...{ input, value, min, max }}
            labelId={rest.label ? `${id}-label` : undefined}
            onChoose={date.choose}
          />
        )
      }
    />
  );
}

type InstantProps = Omit<DateInputProps, 'onBlur'>;

/** A date that applies at once: `onChange` gets days that may be chosen and '', and the input itself says what is wrong. */
export function InstantDateInput({ value, onChange, error, ...props }: InstantProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const problem = refused === null ? null : typedDayProblem(refused, props);
  return (
    <DateInput
      {...props}
      value={refused ?? value}
      error={isLeft && problem !== null ? problem : error}
      onChange={(next) => {
        const isTaken = typedDayProblem(next, props) === null;
        setRefused(isTaken ? null : next);
        setLeft(false);
        if (isTaken) onChange(next);
      }}
      onBlur={() => setLeft(true)}
    />
  );
}

/** The text of a date input: as it is typed while the input has the focus, as lists show the day after that. */
export function useTypedDate(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    input: {
      value: typed ?? typedDayText(value),
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
        const text = currentTarget.value;
        setTyped(text);
        onChange(readTypedDay(text, companyToday()) ?? text.trim());
      },
      onBlur: () => setTyped(null),
    },
    choose: (day: Day) => {
      setTyped(null);
      onChange(day);
    },
  };
}

/** Down opens the calendar of the input that has the focus. */
export function openCalendarByKey(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'ArrowDown' || event.shiftKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.currentTarget.parentElement?.querySelector<HTMLElement>('[data-calendar]')?.click();
}

/** Whether the focus stays in the element of the handler. */
export function isWithin({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
}
