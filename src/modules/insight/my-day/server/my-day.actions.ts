import type { Context } from '~/kit/server/database/context';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { MyDay } from '../my-day.fields';
import { daysAhead, merged, unansweredDays } from '../my-day.rules';
import { findPromised, findSteps, findUnanswered, findUnpaid } from './my-day.queries';

const dayMs = 86_400_000;

/** What waits for the signed-in person today, in the chosen workspace (docs/product/my-day.md). */
export async function getMyDay(context: Context): Promise<MyDay> {
  const { now } = context;
  const { time_zone: timeZone } = await getSettings(context.db);
  const today = dayOf(now, timeZone);
  const yesterday = addDays(today, -1);
  const since = new Date(now.getTime() - unansweredDays * dayMs);
  // One after the other: together they would take five connections for one person.
  const late = await findSteps(context, { from: null, to: yesterday });
  const unpaid = await findUnpaid(context, today);
  const due = await findSteps(context, { from: today, to: today });
  const promised = await findPromised(context, today);
  const unanswered = await findUnanswered(context, { since, timeZone });
  const soon = { from: addDays(today, 1), to: addDays(today, daysAhead) };
  const upcoming = await findSteps(context, soon);
  return {
    date: today,
    overdue: merged(late.items, unpaid.items),
    due: due.items,
    promised: promised.items,
    unanswered: unanswered.items,
    upcoming: upcoming.items,
    counts: {
      overdue: late.count + unpaid.count,
      due: due.count,
      promised: promised.count,
      unanswered: unanswered.count,
      upcoming: upcoming.count,
    },
  };
}
