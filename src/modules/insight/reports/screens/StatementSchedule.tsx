import { Button, Menu } from '@mantine/core';
import { IconCalendarOff, IconCalendarTime } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { lastRunTexts, scheduleText } from '../schedules.rules';
import { reportStop, removeSavedReport, useSavedReports } from './saved-reports.client';

const ScheduleDialog = lazyDialog(
  'scheduled',
  async () => (await import('./ScheduleStatement')).ScheduleStatement,
);

/** "Schedule" on the statement of a customer, with the person's own schedule (docs/product/reports.md#schedules). */
export function StatementSchedule({ customer }: { customer: number }) {
  const [isOpen, setOpen] = useState(false);
  const saved = useSavedReports().find((each) => each.customer?.id === customer);
  const schedule = saved?.schedule ?? null;
  const icon = <IconCalendarTime size={16} aria-hidden />;
  const open = () => setOpen(true);
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
            {[scheduleText(schedule), ...lastRunTexts(schedule)].map((text) => (
              <Menu.Label key={text}>{text}</Menu.Label>
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
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Button variant="default" leftSection={icon} onClick={open}>
          Schedule
        </Button>
      )}
      <ScheduleDialog
        scheduled={isOpen ? { customer, schedule } : null}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
