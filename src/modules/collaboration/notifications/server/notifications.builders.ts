import type { Database } from '~/kit/server/database/db';
import type { Caller } from '~/kit/server/testing/test-calls';
import type { LeadPatch } from '~/modules/sales/leads/leads.fields';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import type { Notification } from '../notifications.fields';
import { defaultPreferences } from '../notifications.rules';

let count = 0;

/** A lead with its own name, by which a notification of it is known. */
export async function makeNamedLead(
  by: Caller,
  values: LeadPatch = {},
): Promise<{ id: number; name: string }> {
  count += 1;
  const name = `Lead ${count}`;
  const { id } = await makeLead(by, { company_name: name, ...values });
  return { id, name };
}

export async function notificationsOf(caller: Caller): Promise<Notification[]> {
  return (await caller.get<Notification[]>('/notifications')).body.data;
}

export async function resetPreferences(...callers: Caller[]): Promise<void> {
  for (const caller of callers) {
    const response = await caller.put('/notifications/preferences', defaultPreferences);
    if (response.status !== 200) throw new Error(`No preferences: ${response.body.error}`);
  }
}

/** How many lines of the activity log no one was informed of yet. */
export async function countUntold({ pool }: Database): Promise<number> {
  return (await pool.query('select 1 from notification_queue')).rows.length;
}
