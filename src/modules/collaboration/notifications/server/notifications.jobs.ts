import { inSequence, type Job } from '~/kit/server/jobs/jobs';
import { mailDigests, mailDue, notifyOfEntries, notifyOfUpgrade } from './delivery.internal';

/** Runs when the database signals new activity, and on a schedule for mails after quiet hours and for summaries. */
export function notificationJobs({ publicUrl }: { publicUrl: string }): readonly Job[] {
  return [
    {
      name: 'notifications',
      everySeconds: 20,
      // The summaries before the single mails, so that these do not repeat what a summary lists.
      run: (database, now) =>
        inSequence([
          () => notifyOfEntries(database, now),
          () => mailDigests(database, now, publicUrl),
          () => mailDue(database, now, publicUrl),
        ]),
    },
    {
      name: 'notifications.upgrade',
      everySeconds: 3600,
      run: notifyOfUpgrade,
    },
  ];
}
