import type { Write } from '~/kit/server/database/context';
import type { Day } from '~/kit/shared/time/days';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { amountsOf, type SentAmounts } from '~/modules/sales/documents/lines/amounts.rules';
import {
  noDiscount,
  type SentDiscount,
  sentDiscount,
} from '~/modules/sales/documents/lines/discounts.rules';
import type { LineTerms } from '~/modules/sales/documents/lines/lines.rules';
import { type PricedLine, taxableValue } from '~/modules/sales/documents/lines/totals.rules';
import { gstSumsOf, noTax } from '~/modules/sales/documents/taxes/gst-amounts.rules';
import {
  type TaxedDocument,
  taxedByGst,
  taxedByOneRate,
} from '~/modules/sales/documents/taxes/server/taxation.service';
import { type SentSupply, taxModeOf } from '~/modules/sales/documents/taxes/tax-changes.rules';
import type { TaxedVendor } from '~/modules/sales/documents/taxes/purchase-supply.rules';
import type { WholeBill } from '../bills.fields';
import type { PlannedCharge, PlannedItem } from './lines.internal';

export interface Taxing {
  before: WholeBill | null;
  sent: SentSupply & SentDiscount & SentAmounts & { items?: unknown; charges?: unknown };
  items: readonly PlannedItem[];
  charges: readonly PlannedCharge[];
  vendor: TaxedVendor;
  /** Terms that orders have, whose tax classes and units may be gone. */
  ordered: readonly (LineTerms & Pick<PricedLine, 'quantity'>)[];
  /** In percent, where tax is not by GST and nothing else says it. */
  rate: number;
  settings: Settings;
  day: Day;
}

export interface TaxedBill extends Pick<TaxedDocument<PlannedItem>, 'amounts' | 'values'> {
  items: TaxedDocument<PlannedItem>['lines'];
  charges: TaxedDocument<PlannedCharge>['lines'];
}

/** The lines and charges of a bill with their taxes, and its amounts (docs/product/bills.md#amounts). */
export async function taxBill(write: Write, taxing: Taxing): Promise<TaxedBill> {
  const { before, sent, settings } = taxing;
  const hasNewLines = sent.items !== undefined || sent.charges !== undefined;
  const mode = taxModeOf(before, sent, { company: settings.tax_mode, hasNewLines });
  return mode === 'single' ? taxedAtOneRate(taxing) : taxedLineByLine(write, taxing);
}

function taxedAtOneRate({ before, sent, items, charges, rate }: Taxing): TaxedBill {
  const rules = { taxFollows: 'amount', before: before ?? undefined, rate } as const;
  const discount = sentDiscount(sent, before ?? noDiscount);
  const plain = { discount: noDiscount, sent: {}, rules };
  const taxed = taxedByOneRate({ lines: items, discount, sent: {}, rules, fieldOf: itemField });
  const taxedCharges = taxedByOneRate({ lines: charges, ...plain, fieldOf: chargeField }).lines;
  const amounts = amountsOf([...taxed.lines, ...taxedCharges], sent, rules);
  return {
    items: taxed.lines,
    charges: taxedCharges,
    amounts: { ...amounts, ...noTax, round_off: 0 },
    values: taxed.values,
  };
}

async function taxedLineByLine(write: Write, taxing: Taxing): Promise<TaxedBill> {
  const { before, sent, items, charges, settings, ordered } = taxing;
  const reverse_charge = sent.reverse_charge ?? before?.reverse_charge ?? false;
  const shared = {
    day: taxing.day,
    supply: { supply_type: null, place_of_supply: null, reverse_charge },
    vendor: taxing.vendor,
    supplyState: supplyStateOf(taxing),
    settings,
  };
  const taxed = await taxedByGst(write.trx, {
    ...shared,
    lines: items,
    discount: sentDiscount(sent, before ?? noDiscount),
    before: [...ordered, ...storedTerms(before)],
    fieldOf: itemField,
  });
  const taxedCharges = await taxedByGst(write.trx, {
    ...shared,
    lines: charges,
    discount: noDiscount,
    before: storedCharges(before),
    fieldOf: chargeField,
  });
  const lines = [...taxed.lines, ...taxedCharges.lines];
  return {
    items: taxed.lines,
    charges: taxedCharges.lines,
    amounts: gstSumsOf(
      lines.map((line) => ({ ...line, taxable_value: taxableValue(line) })),
      settings.round_to_rupee,
    ),
    values: taxed.values,
  };
}

/** The state that the vendor's paper says; null where the company's state holds. */
function supplyStateOf({ before, sent }: Taxing): string | null {
  if (sent.place_of_supply !== undefined) return sent.place_of_supply;
  return before?.tax_mode === 'gst' ? before.place_of_supply : null;
}

function storedTerms(before: WholeBill | null) {
  return (before?.items ?? []).map((line) => ({ ...line, quantity: line.quantity ?? 0 }));
}

function storedCharges(before: WholeBill | null) {
  const none = { hsn_code: null, unit: null, discount_percent: null, discount_amount: 0 };
  return (before?.charges ?? []).map(({ tax_class_id }) => ({
    ...none,
    tax_class_id,
    quantity: 1,
  }));
}

const itemField = (index: number) => `items.${index}`;
const chargeField = (index: number) => `charges.${index}`;
