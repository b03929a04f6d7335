import type { Context } from '~/kit/server/database/context';
import { lockName } from '~/kit/server/database/transaction';
import { sendToUser } from '~/kit/server/database/announce';
import type { Consent, ConsentType } from '../privacy.fields';
import { consentsInForce } from '../privacy.rules';
import { insertConsent, listNewestConsents } from './consents.queries';

export async function getConsents({ db, person }: Context): Promise<Consent[]> {
  return consentsInForce(await listNewestConsents(db, person.id));
}

/**
 * Stores a choice in addition to the earlier ones and informs the person's other windows. Repeating the current choice
 * stores nothing. Consents are private, so the feed has no entry.
 */
export async function chooseConsent(
  context: Context,
  { consentType, granted }: { consentType: ConsentType; granted: boolean },
): Promise<Consent> {
  const { person, now } = context;
  return context.transaction(async (trx) => {
    await lockName(trx, `consents.${person.id}`);
    const inForce = async () =>
      (await listNewestConsents(trx, person.id)).find((each) => each.consent_type === consentType);
    const before = await inForce();
    if (before?.granted === granted) return before;
    await insertConsent(trx, { user: person.id, type: consentType, granted, now });
    const change = { entity: 'consents', id: null };
    await sendToUser(trx, person.id, 'change', change);
    return (await inForce()) ?? { consent_type: consentType, granted, timestamp: null };
  });
}
