import type { Job } from '~/kit/server/jobs/jobs';
import { forgetOld, mailDigests, mailDue, tellOfDeeds, tellOfUpgrade } from './delivery.steps';

/** Told by the database as soon as something happened; by the clock, mails at the end of quiet hours and summaries. */
export function notificationJobs({ publicUrl }: { publicUrl: string }): readonly Job[] {
  return [
    {
      name: 'notifications',
      everySeconds: 20,
      run: async (database, now) => {
        await tellOfDeeds(database, now);
        // Before the single mails: what it lists need not come again.
        await mailDigests(database, now, publicUrl);
        await mailDue(database, now, publicUrl);
      },
    },
    {
      name: 'notifications.keep',
      everySeconds: 3600,
      run: async (database, now) => {
        await tellOfUpgrade(database, now);
        await forgetOld(database, now);
      },
    },
  ];
}
