import { logActivity } from '~/kit/server/database/activity-log';
import { announce } from '~/kit/server/database/announce';
import type { Context } from '~/kit/server/database/context';
import { lockRecord } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { drawAnew, within } from '~/kit/server/files/images';
import { formatOf } from '~/kit/shared/images/image-files';
import type { BillingProfile } from '../identity.fields';
import { logoSide, logoRequirements } from '../logo.rules';
import { billingProfile, billingProfileId } from './identity.queries';
import { billingIdentity } from './identity.service';
import { deleteLogo, putLogo } from './logo.queries';

const quality = 90;

/** Draws an uploaded PNG or JPEG again in its own format and keeps it as the company's logo; 400 when it is neither. */
export async function changeLogo(context: Context, file: Uint8Array): Promise<BillingProfile> {
  const isJpeg = formatOf(file) === 'jpeg';
  const bytes = await drawAnew(file, {
    ...logoRequirements,
    who: context.person.id,
    codeOf: (kind) => `logo.${kind}`,
    draw: async (image) => {
      const logo = await within(image, logoSide);
      return isJpeg ? logo.jpeg(quality) : logo.png();
    },
  });
  const type = isJpeg ? 'image/jpeg' : 'image/png';
  return changed(context, 'Logo changed', async (trx) => {
    await putLogo(trx, { bytes, type, now: context.now });
    return true;
  });
}

export async function removeLogo(context: Context): Promise<BillingProfile> {
  return changed(context, 'Logo removed', deleteLogo);
}

/** Not through `updateRecord`: a logo must not make an open form of the billing information outdated. */
async function changed(
  context: Context,
  title: string,
  change: (trx: Transaction) => Promise<boolean>,
): Promise<BillingProfile> {
  return context.write(async (write, trx) => {
    await lockRecord(trx, billingProfile, billingProfileId);
    const isChanged = await change(trx);
    const profile = await billingIdentity(trx);
    if (isChanged) {
      const line = { action: title.toLowerCase(), title, before: null, after: null };
      logActivity(write, billingProfile, profile, line);
      announce(trx, { entity: 'billing_profile', id: null });
    }
    return profile;
  });
}
