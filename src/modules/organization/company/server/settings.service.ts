import type { Context, Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { enforceConfirmed, invalid } from '~/kit/server/errors';
import { announce } from '~/kit/server/database/announce';
import { type Day, dayOf } from '~/kit/shared/time/days';
import { gstProblem, type Settings, type SettingsPatch } from '../settings.fields';
import { defaultSettings, guardedChanges } from '../settings.rules';
import { companyNews } from './news.service';
import { readPortalKeys } from './portal-keys.service';
import { listSettings, saveSetting } from './settings.queries';

export async function getSettings(db: Db): Promise<Settings> {
  const saved = await listSettings(db);
  return {
    ...defaultSettings,
    ...Object.fromEntries(saved.map((each) => [each.name, each.value])),
  };
}

/** Today where the company is. */
export function companyToday({ trx, context }: Write): Promise<Day> {
  return companyDay({ db: trx, now: context.now });
}

/** The same outside of a transaction. */
export async function companyDay({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Day> {
  return (await companyClock({ db, now })).today;
}

/** Today and the time zone where the company is. */
export async function companyClock({
  db,
  now,
}: Pick<Context, 'db' | 'now'>): Promise<{ today: Day; timeZone: string }> {
  const { time_zone: timeZone } = await getSettings(db);
  return { today: dayOf(now, timeZone), timeZone };
}

/**
 * Changes settings; 403 for those of access and of what customers read until the person confirmed their identity, and the
 * other administrators are mailed about them (docs/product/sign-in.md#confirmation).
 */
export async function changeSettings(context: Context, patch: SettingsPatch): Promise<Settings> {
  const { e_invoice_certificates: certificates } = patch;
  const reading = certificates ? readPortalKeys(certificates) : null;
  if (reading?.ok === false) throw invalid('e_invoice_certificates', reading.wrong);
  return context.write(async (write, trx) => {
    const guarded = guardedChanges(await getSettings(trx), patch);
    if (guarded.length > 0) enforceConfirmed(context.person);
    for (const [name, value] of Object.entries(patch)) await saveSetting(trx, name, value);
    announce(trx, { entity: 'settings', id: null });
    const settings = await getSettings(trx);
    const problem = gstProblem(settings);
    if (problem !== null) throw invalid('tax_mode', problem);
    const { stock_closed_until: closed } = patch;
    if (closed && closed > (await companyToday(write)))
      throw invalid('stock_closed_until', 'Stock can be closed until today at the latest');
    if (guarded.length > 0) {
      const happened = `Settings of the company were changed: ${guarded.join(', ')}.`;
      await companyNews.get().notifyAdministrators(write, happened);
    }
    return settings;
  });
}
