import type { Write } from '~/kit/server/database/context';
import { AppError } from '~/kit/server/errors';
import { picked } from '~/kit/shared/fields/picked';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { findBuyer } from '~/modules/sales/customers/server/buyers.service';
import { outdatedSupply } from '~/modules/sales/documents/findings/supply-findings.rules';
import { taxedByGst } from '~/modules/sales/documents/taxes/server/taxation.service';
import { supplyNames } from '~/modules/sales/documents/taxes/tax-changes.rules';
import { unregisteredBuyer } from '~/modules/sales/documents/taxes/taxation.rules';
import { storedQuotationLines } from '../lines.rules';
import type { QuotationWithLines } from '../quotations.fields';
import { findLeadParty } from './quotations.queries';

/** 409 for a draft whose place of supply was not chosen and no longer follows (docs/product/quotations.md#sending). */
export async function enforceSupply(write: Write, draft: QuotationWithLines): Promise<void> {
  const { id, status, tax_mode, place_chosen, place_of_supply } = draft;
  if (status !== 'draft' || tax_mode !== 'gst' || place_chosen) return;
  const { values, reason } = await taxedNow(write, draft);
  if (values.place_of_supply === place_of_supply) return;
  const cause = outdatedSupply(place_of_supply, reason);
  const details = [{ field: 'place_of_supply', message: cause, fix: `/quotations?view=${id}` }];
  const message = `This quotation cannot be sent yet. ${cause}`;
  throw new AppError('quotation.not_ready', message, { details });
}

async function taxedNow(write: Write, draft: QuotationWithLines) {
  const { customer_id, lead_id } = draft;
  const lines = storedQuotationLines(draft).filter(({ is_option }) => !is_option);
  return taxedByGst(write.trx, {
    lines,
    discount: draft,
    day: draft.quotation_date,
    supply: { ...picked(draft, supplyNames), place_of_supply: null },
    buyer: async () =>
      lead_id === null
        ? findBuyer(write.trx, customer_id ?? 0, draft)
        : unregisteredBuyer(await findLeadParty(write.trx, lead_id)),
    settings: await getSettings(write.trx),
    before: lines,
    fieldOf: (index) => `items.${index}`,
  });
}
