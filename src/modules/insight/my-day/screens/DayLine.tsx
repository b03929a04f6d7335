import { Checkbox } from '@mantine/core';
import { IconFileInvoice, IconShoppingCart, IconTargetArrow } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { daysBetween, formatDay, relativeDay } from '~/kit/shared/time/days';
import { attempt } from '~/kit/ui/calls/reportFailure';
import type { MenuIcon } from '~/kit/ui/elements/menu';
import { toast } from '~/kit/ui/messages/toasts';
import { tickTexts } from '~/modules/collaboration/next-steps/screens/next-steps.client';
import type { DayItem } from '../my-day.fields';
import { tickStep } from './my-day.client';
import classes from './MyDayPage.module.css';
import { recordPath, lists } from '~/modules/organization/kinds/kinds.rules';

const icons: Readonly<Record<Exclude<DayItem['type'], 'step'>, MenuIcon>> = {
  order: IconShoppingCart,
  invoice: IconFileInvoice,
  lead: IconTargetArrow,
};

interface Props {
  item: DayItem;
  today: string;
  onTicked: () => void;
}

export function DayLine({ item, today, onTicked }: Props) {
  const { record, text, date, type } = item;
  const Icon = type === 'step' ? null : icons[type];
  return (
    <li className={classes.line}>
      {Icon ? (
        <span className={classes.icon}>
          <Icon size={18} stroke={1.75} aria-hidden />
        </span>
      ) : (
        <StepTick item={item} onTicked={onTicked} />
      )}
      <div className={classes.text}>
        <p>{text}</p>
        <p>
          {lists[record.kind].noun}{' '}
          <Link to={recordPath(record.kind, record.id)}>{record.label}</Link>
        </p>
      </div>
      <time dateTime={date} title={formatDay(date)} data-late={isLate(item, today) || undefined}>
        {dayInWords(date, today)}
      </time>
    </li>
  );
}

function isLate({ type, date }: DayItem, today: string): boolean {
  return type !== 'lead' && date < today;
}

/** "Today", "Tomorrow", "3 days ago", or the day itself where it is still to come. */
function dayInWords(day: string, today: string): string {
  const ahead = daysBetween(today, day);
  if (ahead === 1) return 'Tomorrow';
  return ahead > 1 ? formatDay(day) : relativeDay(day, today);
}

/** Ticked at once; a refusal takes the tick back and says why. */
function StepTick({ item, onTicked }: Pick<Props, 'item' | 'onTicked'>) {
  const [isDone, setIsDone] = useState(false);
  const tick = async (done: boolean) => {
    setIsDone(done);
    const isSaved = await attempt(tickTexts, () => tickStep(item.id, done));
    if (!isSaved) return setIsDone(!done);
    toast('success', done ? 'Next step done' : 'Next step reopened');
    onTicked();
  };
  return (
    <Checkbox
      aria-label={`Mark "${item.text}" as done`}
      checked={isDone}
      onChange={(event) => void tick(event.currentTarget.checked)}
    />
  );
}
