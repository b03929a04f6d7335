import { useAllFields } from '~/kit/ui/calls/own-fields';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { addDays, type Day, formatInstant, startOfDay } from '~/kit/shared/time/days';
import { formatNumber } from '~/kit/shared/money/numbers';
import type { HistoryItem } from '~/kit/shared/history';
import { useComputed } from '~/kit/ui/records/computed';
import { InstantDateInput } from '~/kit/ui/inputs/DateInput';
import { FailedState } from '~/kit/ui/messages/ListStates';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { DetailsSection } from './DetailsSections';
import { HistoryChange, type PastProps } from './HistoryValue';
import { PastValues } from './PastValues';
import classes from './RecordHistory.module.css';

/** The last section of a record's details: who changed what, and how it was on a day (docs/product/log.md#screen). */
export function historySection(
  list: string,
  row: { id: number; updated_at: string },
  shown: Omit<PastProps, 'path' | 'version'>,
): DetailsSection {
  const { id, updated_at } = row;
  const path = `${list}/${id}`;
  return {
    title: 'History',
    own: { fields: shown.fields, row },
    content: <RecordHistory key={path} path={path} version={updated_at} {...shown} />,
  };
}

function RecordHistory(given: PastProps) {
  const props = { ...given, fields: useAllFields(given.fields) };
  const [isOpen, setIsOpen] = useState(false);
  const [day, setDay] = useState('');
  if (!isOpen) {
    return (
      <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
        Show History
      </Button>
    );
  }
  return (
    <>
      <div className={classes.asOf}>
        <InstantDateInput label="As of" value={day} max={props.today} onChange={setDay} />
        {day === '' ? null : (
          <Button variant="subtle" size="compact-sm" onClick={() => setDay('')}>
            Back to Changes
          </Button>
        )}
      </div>
      {day === '' ? (
        <Changes {...props} />
      ) : (
        <PastValues key={day} {...props} at={endOf(day, props.timeZone)} day={day} />
      )}
    </>
  );
}

function endOf(day: Day, timeZone: string): string {
  return new Date(Date.parse(startOfDay(addDays(day, 1), timeZone)) - 1).toISOString();
}

const atFirst = 5;

function Changes(props: PastProps) {
  const { data, state, retry } = useComputed<HistoryItem[]>(`/history${props.path}`, {
    dependsOn: [],
    day: props.version,
  });
  const [shown, setShown] = useState(atFirst);
  if (state === 'failed')
    return <FailedState text="The history could not be loaded" onRetry={retry} />;
  if (!data) return <p role="status">Loading the history...</p>;
  if (data.length === 0) return <p>No changes yet</p>;
  return (
    <>
      <ol className={classes.items} aria-label="Changes">
        {data.slice(0, shown).map((item) => (
          <Item key={`${item.at} ${item.actor}`} item={item} {...props} />
        ))}
      </ol>
      {data.length > shown ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setShown(shown + 50)}>
          Show more ({formatNumber(data.length - shown)} older)
        </Button>
      ) : null}
    </>
  );
}

function Item({ item, ...props }: PastProps & { item: HistoryItem }) {
  const { action, actor, at, together, changes } = item;
  const many = together === null ? '' : ` with ${formatNumber(together - 1)} others in an import`;
  return (
    <li className={classes.item}>
      <p className={classes.who}>
        <strong>{action === 'created' ? 'Created' : 'Changed'}</strong>
        {many}
      </p>
      <SoftText small>
        {actor}, {formatInstant(at, props.timeZone)}
      </SoftText>
      {changes.length > 0 ? (
        <dl className={classes.changes}>
          {changes.map((change) => (
            <HistoryChange
              key={change.field}
              change={change}
              isNew={action === 'created'}
              fields={props.fields}
              timeZone={props.timeZone}
            />
          ))}
        </dl>
      ) : null}
    </li>
  );
}
