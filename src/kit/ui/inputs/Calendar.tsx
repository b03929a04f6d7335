import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { addMonths, dayByKey, weeksOf } from '~/kit/shared/time/calendar';
import { type Day, formatDay, isDay, monthName } from '~/kit/shared/time/days';
import { typedDayProblem } from '~/kit/shared/time/typed-days';
import { companyToday } from './companyToday';
import classes from './Calendar.module.css';

interface Limits {
  min?: Day | undefined;
  max?: Day | undefined;
}

interface Props extends Limits {
  /** The chosen day; any other text for none. */
  value: string;
  onChoose: (day: Day) => void;
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

// Escape closes the calendar alone, not the dialog that it is in.
const keepEscape = { 'data-mantine-stop-propagation': 'true' };

/** The days of a month. Arrows, Home, End, Page Up and Page Down move, Enter chooses. */
export default function Calendar({ value, onChoose, ...limits }: Props) {
  const [today] = useState(companyToday);
  const days = useRef<HTMLTableElement>(null);
  const titleId = useId();
  const [{ day, withFocus }, setAt] = useState(() => ({
    day: nearest(isDay(value) ? value : today, limits),
    withFocus: true,
  }));
  useEffect(() => {
    if (withFocus) days.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [day, withFocus]);
  const step = (months: -1 | 1) =>
    setAt({ day: nearest(addMonths(day, months), limits), withFocus: false });
  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <StepButton label="Previous month" Icon={IconChevronLeft} onClick={() => step(-1)} />
        <span id={titleId} aria-live="polite" className={classes.title}>
          {monthName(day.slice(0, 7))}
        </span>
        <StepButton label="Next month" Icon={IconChevronRight} onClick={() => step(1)} />
      </div>
      <Weeks
        {...limits}
        days={days}
        titleId={titleId}
        {...{ day, value, today, onChoose }}
        onMove={(to) => setAt({ day: nearest(to, limits), withFocus: true })}
      />
      <Button
        {...keepEscape}
        variant="subtle"
        size="compact-sm"
        disabled={typedDayProblem(today, limits) !== null}
        onClick={() => onChoose(today)}
      >
        Today
      </Button>
    </div>
  );
}

interface StepProps {
  label: string;
  Icon: typeof IconChevronLeft;
  onClick: () => void;
}

function StepButton({ label, Icon, onClick }: StepProps) {
  return (
    <button
      {...keepEscape}
      type="button"
      className={classes.step}
      aria-label={label}
      onClick={onClick}
    >
      <Icon size={18} aria-hidden />
    </button>
  );
}

interface WeeksProps extends Props {
  days: RefObject<HTMLTableElement | null>;
  titleId: string;
  /** The one that keys move from; its month is shown. */
  day: Day;
  today: Day;
  onMove: (to: Day) => void;
}

function Weeks({ days, titleId, day, value, today, onChoose, onMove, ...limits }: WeeksProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = dayByKey(day, event.key, event.shiftKey);
    if (to === null) return;
    event.preventDefault();
    onMove(to);
  };
  const button = (each: Day) => (
    <button
      {...keepEscape}
      type="button"
      className={classes.day}
      aria-label={formatDay(each)}
      aria-pressed={each === value}
      aria-current={each === today ? 'date' : undefined}
      data-outside={each.slice(0, 7) !== day.slice(0, 7) || undefined}
      disabled={typedDayProblem(each, limits) !== null}
      tabIndex={each === day ? 0 : -1}
      onKeyDown={onKeyDown}
      onClick={() => onChoose(each)}
    >
      {Number(each.slice(-2))}
    </button>
  );
  return (
    <table ref={days} aria-labelledby={titleId} className={classes.days}>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(day).map((week) => (
          <tr key={week[0]}>
            {week.map((each) => (
              <td key={each}>{button(each)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function nearest(day: Day, { min, max }: Limits): Day {
  if (min !== undefined && day < min) return min;
  return max !== undefined && day > max ? max : day;
}
