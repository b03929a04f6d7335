import { inTransaction, systemAt, type Transaction } from '~/kit/server/database/transaction';
import type { Api } from '~/kit/server/http/route';
import type { Job } from '~/kit/server/jobs/jobs';
import { queueMail } from '~/kit/server/mail/mail';
import { isEmail } from '~/kit/shared/fields/contact';
import { dayOf, formatDay } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { listAdministrators } from '~/modules/organization/users/server/users.service';
import { listNotices } from './api-keys.queries';

/** Each hour: mails administrators about keys that expire soon or have expired (docs/product/api-keys.md#expiry). */
export function apiKeyJobs({ publicUrl }: Pick<Api, 'publicUrl'>): readonly Job[] {
  const run: Job['run'] = ({ db }, now) =>
    inTransaction(db, (trx) => mailNotices(trx, now, publicUrl), systemAt(now));
  return [{ name: 'api-keys.expire', everySeconds: 3600, run }];
}

async function mailNotices(trx: Transaction, now: Date, publicUrl: string): Promise<void> {
  const { time_zone: timeZone } = await getSettings(trx);
  const administrators = await listAdministrators(trx);
  for (const { id, name, expires_at, days } of await listNotices(trx, now)) {
    const verb = days > 0 ? 'expires' : 'expired';
    const subject = `API key "${name}" ${verb} on ${formatDay(dayOf(expires_at, timeZone))}`;
    for (const { id: user, email: to, first_name } of administrators) {
      if (!isEmail(to)) continue;
      const advice = `To keep it in use, choose a later date at ${publicUrl}/api-keys.`;
      const text = `Hello ${first_name},\n\n${subject}. After that, programs cannot use it.\n\n${advice}\n`;
      const key = `api_key:${id}:${days}:${expires_at}:${user}`;
      await queueMail(trx, { to, subject, text, key }, now);
    }
  }
}
