import type { Context } from '~/kit/server/database/context';
import { invalid } from '~/kit/server/errors';
import { dayOf } from '~/kit/shared/time/days';
import type { z } from 'zod';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { findBuyer } from '~/modules/sales/customers/server/buyers.service';
import { findCustomer } from '~/modules/sales/customers/server/customers.service';
import { findLead } from '~/modules/sales/leads/server/conversions.service';
import { noDiscount, sentDiscount } from '~/modules/sales/documents/lines/discounts.rules';
import { termsOf } from '~/modules/sales/documents/lines/lines.rules';
import { taxedByGst } from '~/modules/sales/documents/taxes/server/taxation.service';
import { addressesOf, sentSupply } from '~/modules/sales/documents/taxes/tax-changes.rules';
import type {
  TaxPreview,
  taxPreviewSchema,
} from '~/modules/sales/documents/taxes/tax-preview.fields';
import { unregisteredBuyer } from '~/modules/sales/documents/taxes/taxation.rules';
import { taxableValue } from '~/modules/sales/documents/lines/totals.rules';

/** What a document that is being typed would come to by GST; nothing is stored. */
export async function previewTax(
  context: Context,
  { lines, date, lead_id = null, ...sent }: z.output<typeof taxPreviewSchema>,
): Promise<TaxPreview> {
  const { customer_id = null } = sent;
  if (customer_id !== null && !(await findCustomer(context.db, customer_id, context.person))) {
    throw invalid('customer_id', 'Customer not found');
  }
  const lead = lead_id === null ? null : await findLead(context, lead_id);
  if (lead_id !== null && !lead) throw invalid('lead_id', 'Lead not found');
  return context.transaction(async (trx) => {
    const settings = await getSettings(trx);
    const day = date ?? dayOf(context.now, settings.time_zone);
    const taxed = await taxedByGst(trx, {
      lines: lines.map(({ product_id = null, service_id = null, ...line }) => {
        const { quantity, unit_price } = line;
        return { product_id, service_id, quantity, unit_price, ...termsOf(line, null) };
      }),
      day,
      supply: sentSupply(null, { ...sent, customer_id: customer_id ?? undefined }),
      buyer: async () =>
        customer_id === null
          ? unregisteredBuyer(lead)
          : findBuyer(trx, customer_id, addressesOf(null, { ...sent, customer_id })),
      discount: sentDiscount(sent, noDiscount),
      settings,
      before: [],
      fieldOf: (index) => `lines.${index}`,
    });
    const { tax_mode: _mode, discount_percent, discount_amount, ...supply } = taxed.values;
    const { tax_rate: _rate, ...amounts } = taxed.amounts;
    const { billing_address_id = null, shipping_address_id = null } = supply;
    const { supply_type = null, place_of_supply = null, reverse_charge = false } = supply;
    return {
      ...amounts,
      billing_address_id,
      shipping_address_id,
      supply_type,
      place_of_supply,
      reverse_charge,
      split: taxed.split,
      reason: taxed.reason,
      day,
      discount_percent,
      discount_amount,
      lines: taxed.lines.map((line) => ({ ...line, taxable_value: taxableValue(line) })),
    };
  });
}
