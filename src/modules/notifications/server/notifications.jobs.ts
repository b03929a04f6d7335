import type { Job } from '~/kit/server/jobs/jobs';
import { mailDigests, mailDue, tellOfDeeds, tellOfUpgrade } from './delivery.steps';

/** Runs when the database signals new activity, and on a schedule for mails after quiet hours and for summaries. */
export function notificationJobs({ publicUrl }: { publicUrl: string }): readonly Job[] {
  return [
    {
      name: 'notifications',
      everySeconds: 20,
      run: async (database, now) => {
        await tellOfDeeds(database, now);
        // Before the single mails, so that they do not repeat what the summary lists.
        await mailDigests(database, now, publicUrl);
        await mailDue(database, now, publicUrl);
      },
    },
    {
      name: 'notifications.upgrade',
      everySeconds: 3600,
      run: tellOfUpgrade,
    },
  ];
}
