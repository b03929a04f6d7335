import type { Context } from '~/kit/server/database/context';
import { findRecord } from '~/kit/server/database/entity';
import { invalid } from '~/kit/server/errors';
import { dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { noDiscount, sentDiscount } from '~/modules/sales/documents/lines/discounts.rules';
import { termsOf } from '~/modules/sales/documents/lines/lines.rules';
import { taxableValue } from '~/modules/sales/documents/lines/totals.rules';
import { taxedByGst } from '~/modules/sales/documents/taxes/server/taxation.service';
import type { TaxPreview } from '~/modules/sales/documents/taxes/tax-preview.fields';
import { vendors } from '~/modules/buying/vendors/server/vendors.service';
import type { PurchaseTaxBody } from '../requests.schema';

/** What a document of a vendor that is being typed would come to by GST; nothing is stored. */
export async function previewPurchaseTax(
  context: Context,
  { lines, date, vendor_id, reverse_charge, ...discount }: PurchaseTaxBody,
): Promise<TaxPreview> {
  const vendor = await findRecord(context.db, vendors, vendor_id, context.person);
  if (!vendor) throw invalid('vendor_id', 'Vendor not found');
  return context.transaction(async (trx) => {
    const settings = await getSettings(trx);
    const day = date ?? dayOf(context.now, settings.time_zone);
    const { values, amounts, split, reason, ...taxed } = await taxedByGst(trx, {
      lines: lines.map(({ product_id = null, service_id = null, ...line }) => {
        const { quantity, unit_price } = line;
        return { product_id, service_id, quantity, unit_price, ...termsOf(line, null) };
      }),
      day,
      vendor,
      supply: {
        supply_type: null,
        place_of_supply: null,
        reverse_charge: reverse_charge ?? false,
      },
      discount: sentDiscount(discount, noDiscount),
      settings,
      before: [],
      fieldOf: (index) => `lines.${index}`,
    });
    const { tax_rate: _rate, ...sums } = amounts;
    return {
      ...sums,
      billing_address_id: null,
      shipping_address_id: null,
      supply_type: values.supply_type ?? null,
      place_of_supply: values.place_of_supply ?? null,
      reverse_charge: values.reverse_charge ?? false,
      split,
      reason,
      day,
      discount_percent: values.discount_percent,
      discount_amount: values.discount_amount,
      lines: taxed.lines.map((line) => ({ ...line, taxable_value: taxableValue(line) })),
    };
  });
}
