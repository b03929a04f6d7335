import { Button } from '@mantine/core';
import { formatDay } from '~/kit/shared/time/days';
import { useAllFields } from '~/kit/ui/calls/own-fields';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import { Panel } from '~/kit/ui/elements/Panel';
import { useNow } from '~/kit/ui/hooks/useNow';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import { byDay } from '../timeline.rules';
import { TimelineEntry } from './TimelineEntry';
import { useTimeline } from './timeline.client';
import classes from './Timeline.module.css';

/** What happened to a record, on its page (docs/product/records.md#timeline). */
export default function TimelinePanel({ kind, id, ...part }: RecordPart) {
  const fields = useAllFields(part.fields);
  const { items, state, retry, isWhole, reading, readOn } = useTimeline({ kind, id });
  const { timeZone, today } = useCompany();
  const now = useNow();
  if (state === 'failed' && items.length === 0)
    return <FailedState text="The timeline could not be loaded" onRetry={retry} />;
  if (state === 'loading') return <LoadingRows columns={2} text="Loading timeline..." />;
  if (items.length === 0) return <EmptyState text="No activity yet" hint={null} action={null} />;
  return (
    <Panel className={classes.panel} aria-label="Timeline">
      {byDay(items, timeZone).map(({ day, items: own }) => (
        <section key={day} className={classes.day}>
          <h2>{day === today ? 'Today' : formatDay(day)}</h2>
          <ol>
            {own.map((item) => (
              <TimelineEntry key={item.id} fields={fields} item={item} now={now} />
            ))}
          </ol>
        </section>
      ))}
      {reading === 'failed' ? <p role="alert">Earlier entries could not be loaded.</p> : null}
      {isWhole ? null : (
        <Button variant="default" size="xs" loading={reading === 'yes'} onClick={readOn}>
          Show more
        </Button>
      )}
    </Panel>
  );
}
