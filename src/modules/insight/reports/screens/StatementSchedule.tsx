import { Button, Menu } from '@mantine/core';
import { IconCalendarOff, IconCalendarTime } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { scheduleTexts } from '../schedules.rules';
import {
  removeSavedReport,
  reportStop,
  type StatementParty,
  useSavedReports,
} from './saved-reports.client';

const ScheduleDialog = lazyDialog('scheduled', () => import('./ScheduleStatement'));

/** "Schedule" on a statement, with the person's own schedule (docs/product/reports.md#schedules). */
export function StatementSchedule({ party }: { party: StatementParty }) {
  const [isOpen, setOpen] = useState(false);
  const { rows, failed, retry } = useSavedReports();
  const saved = rows.find(
    (each) => each[party.kind === 'customers' ? 'customer' : 'vendor']?.id === party.id,
  );
  const schedule = saved?.schedule ?? null;
  const texts = schedule ? scheduleTexts(schedule) : [];
  const icon = <IconCalendarTime size={16} aria-hidden />;
  const open = () => setOpen(true);
  // Another schedule would replace the one that is not known.
  if (failed) return <LoadFailed text="The schedule could not be loaded" onRetry={retry} />;
  return (
    <>
      {saved && schedule ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" leftSection={icon}>
              Scheduled
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <div role="group" aria-label={texts.join('. ')}>
              {texts.map((text) => (
                <Menu.Label key={text} c="var(--ink-soft)">
                  {text}
                </Menu.Label>
              ))}
              <Menu.Item leftSection={icon} onClick={open}>
                Edit Schedule
              </Menu.Item>
              <Menu.Item
                leftSection={<IconCalendarOff size={16} aria-hidden />}
                onClick={() => void reportStop(() => removeSavedReport(saved.id))}
              >
                Stop Schedule
              </Menu.Item>
            </div>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Button variant="default" leftSection={icon} onClick={open}>
          Schedule
        </Button>
      )}
      <ScheduleDialog
        scheduled={isOpen ? { party, schedule } : null}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
