import { addDays, type Day, daysBetween, formatDay } from '~/kit/shared/time/days';
import { counted } from '~/kit/shared/money/numbers';
import type { ReportChoices } from './reports.fields';
import { type SavedReport, type Schedule, type Timing, weekdays } from './saved-reports.fields';

const someMonday = '2024-01-01';

/** Whether a scheduled report is sent on this day (docs/product/reports.md#schedules). */
export function isDue({ frequency, day }: Pick<Timing, 'frequency' | 'day'>, today: Day): boolean {
  if (frequency === 'monthly') return Number(today.slice(8)) === day;
  return (daysBetween(someMonday, today) % 7) + 1 === day;
}

/** The seven days, or the calendar month, before the day on which a report is sent. */
function daysBefore({ frequency }: Pick<Timing, 'frequency'>, today: Day) {
  if (frequency === 'weekly') return { from: addDays(today, -7), to: addDays(today, -1) };
  const to = addDays(`${today.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** What of a report is sent on a day. */
export function choicesSent(
  { choices, schedule }: Pick<SavedReport, 'choices'> & { schedule: Timing },
  today: Day,
): ReportChoices {
  if (schedule.covers === 'saved') return choices;
  const days = daysBefore(schedule, today);
  return { ...choices, ...days, as_of: days.to };
}

/** When a report is sent, and to how many. */
export function scheduleText({ frequency, day, format, recipients }: Schedule): string {
  const when = frequency === 'weekly' ? `Weekly on ${weekdays[day - 1]}` : `Monthly on day ${day}`;
  const [only, ...others] = recipients;
  const whom = only && others.length === 0 ? only.name : counted(recipients.length, 'user');
  return `${when} as ${format === 'pdf' ? 'PDF' : 'Excel'} to ${whom}`;
}

/** What became of the last time: whom it was sent to, and whom not. */
export function lastRunTexts({ recipients }: Pick<Schedule, 'recipients'>): string[] {
  const days = recipients.flatMap(({ run_day }) => (run_day === null ? [] : [run_day]));
  const last = days.toSorted().at(-1);
  if (last === undefined) return [];
  const ran = recipients.filter(({ run_day }) => run_day === last);
  const failed = ran.filter(({ failure }) => failure !== null);
  const sent = ran.length - failed.length;
  return [
    ...(sent > 0 ? [`Last sent ${formatDay(last)} to ${counted(sent, 'user')}`] : []),
    ...failed.map(({ name, failure }) => `Not sent to ${name} on ${formatDay(last)}: ${failure}`),
  ];
}

/** All that is said of a schedule. */
export function scheduleTexts(schedule: Schedule): string[] {
  return [scheduleText(schedule), ...lastRunTexts(schedule)];
}

interface Letter {
  first_name: string;
  title: string;
  period: string;
  /** The customer or vendor of a statement, which says the same to all who may read it. */
  customer: string | null;
  owner: string;
}

/** The email with a scheduled report or statement; the place of its link is filled when it is sent. */
export function scheduledReportLetter(
  { first_name, title, period, customer, owner }: Letter,
  link: string,
) {
  const line = (text: string) => text.replaceAll(/\s+/g, ' ');
  const [name, attached] =
    customer === null
      ? [
          title,
          `The report ${title}, ${period}, is attached. It counts the records that you may read.`,
        ]
      : [
          `${title} of ${line(customer)}`,
          `The statement of ${line(customer)}, ${period}, is attached.`,
        ];
  return {
    subject: `${name}, ${period}`,
    text: `Hello ${line(first_name)},

${attached}

Open it:
${link}

${line(owner)} scheduled this email, and can stop it on the dashboard.
`,
  };
}
