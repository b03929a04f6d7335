import { counted } from '~/kit/shared/money/numbers';
import { formatDay } from '~/kit/shared/time/days';
import { Badge } from '~/kit/ui/elements/Badge';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { Page } from '~/kit/ui/shell/Page';
import { type DayPart, dayParts, type MyDay } from '../my-day.fields';
import { DayLine } from './DayLine';
import { useMyDay } from './my-day.client';
import classes from './MyDayPage.module.css';

const titles: Readonly<Record<DayPart, string>> = {
  overdue: 'Overdue',
  due: 'Due Today',
  promised: 'Promised',
  unanswered: 'Unanswered',
  upcoming: 'Next 7 Days',
};

const colors: Partial<Record<DayPart, string>> = {
  overdue: 'red',
  due: 'blue',
  promised: 'orange',
};

/** "My Day" (docs/product/my-day.md). */
export default function MyDayPage() {
  const { data, state, retry } = useMyDay();
  return (
    <Page title="My Day" subtitle={data ? formatDay(data.date) : 'What needs your attention today'}>
      {data ? (
        <Day day={data} onTicked={retry} />
      ) : (
        <Panel aria-label="My Day" aria-busy={state === 'loading'}>
          {state === 'failed' ? (
            <FailedState text="Your day could not be loaded" onRetry={retry} />
          ) : (
            <LoadingRows columns={2} text="Loading your day..." />
          )}
        </Panel>
      )}
    </Page>
  );
}

interface Props {
  day: MyDay;
  onTicked: () => void;
}

function Day({ day, onTicked }: Props) {
  const isFree = dayParts.every((part) => part === 'upcoming' || day.counts[part] === 0);
  return (
    <div className={classes.day}>
      {isFree ? (
        <Panel>
          <EmptyState
            text="Nothing is due today"
            hint="Your next steps, promised deliveries and unanswered leads appear here."
            action={null}
          />
        </Panel>
      ) : null}
      {dayParts.map((part) =>
        day.counts[part] > 0 ? <Part key={part} part={part} day={day} onTicked={onTicked} /> : null,
      )}
    </div>
  );
}

function Part({ part, day, onTicked }: Props & { part: DayPart }) {
  const items = day[part];
  const count = day.counts[part];
  const title = (
    <>
      {titles[part]} <Badge color={colors[part] ?? 'gray'}>{count}</Badge>
    </>
  );
  return (
    <Panel title={title}>
      <ul className={classes.lines}>
        {items.map((item) => (
          <DayLine
            key={`${item.type} ${item.id}`}
            item={item}
            today={day.date}
            onTicked={onTicked}
          />
        ))}
      </ul>
      {count > items.length ? (
        <SoftText className={classes.more} small>
          and {counted(count - items.length, 'other')}
        </SoftText>
      ) : null}
    </Panel>
  );
}
