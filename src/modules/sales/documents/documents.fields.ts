import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { sentFields } from '~/kit/shared/fields/record-schemas';
import * as field from '~/kit/shared/fields/fields';
import { maxAmount } from '~/kit/shared/money/money';
import { stateChoices } from '~/modules/organization/company/states.rules';
import { taxModes } from '~/modules/organization/company/tax-settings.fields';
import { workspaceField } from '~/modules/organization/workspaces/workspaces.fields';
import { hsnField, taxClassField } from '~/modules/catalogue/tax/hsn.fields';
import { supplyTypes } from '~/modules/catalogue/tax/supply.rules';
import { treatments } from '~/modules/catalogue/tax/tax-classes.fields';

export const maxQuantity = 999_999_999;

export const mostLines = 1000;

export const rupees = (label: string) =>
  field.money({ label, required: true, currency: 'INR', max: maxAmount, sortable: true });

/** That a person types, to the paisa. */
export const typedRupees = (label: string, sortable = false) =>
  field.money({ label, required: true, currency: 'INR', max: maxAmount, step: 0.01, sortable });

export const amountFields = {
  subtotal: rupees('Subtotal'),
  tax_rate: field.percent({ label: 'Tax Rate', required: true }),
  tax_amount: rupees('Tax'),
  total_amount: rupees('Total'),
};

/** The amounts that a request may contain; the server computes them again. */
export const sentAmounts = sentFields(amountFields);

/** The quantity of a line; each kind of line decides whether fractions are allowed. */
export const quantityOptions = { label: 'Quantity', required: true, max: maxQuantity } as const;

/** The price of one unit of a line, in rupees. */
export const unitPriceOptions = {
  label: 'Unit Price',
  required: true,
  max: maxAmount,
  step: 0.01,
} as const;

const rupeesRead = (label: string) => field.readOnly(rupees(label));

/** The taxes of a line or a document, in rupees. */
const taxFields = {
  cgst_amount: rupeesRead('CGST'),
  sgst_amount: rupeesRead('SGST'),
  igst_amount: rupeesRead('IGST'),
};

/** The discount on a line, or on a whole document (docs/product/tax.md#discounts). */
export const discountFields = {
  discount_percent: field.percent({ label: 'Discount (%)' }),
  discount_amount: typedRupees('Discount'),
};

/** What a line says of its tax (docs/product/tax.md#tax-of-a-line); null where tax is not by GST. */
export const lineTaxFields = {
  hsn_code: { ...hsnField, label: 'HSN/SAC', sortable: false },
  unit: field.text({ label: 'Unit', max: 30 }),
  ...discountFields,
  /** Of the discount on the whole document (docs/product/tax.md#discounts). */
  discount_share: field.readOnly(rupees('Share of Discount')),
  taxable_value: field.derived(rupees('Taxable Value')),
  tax_class_id: taxClassField,
  tax_treatment: field.readOnly(field.choice({ label: 'Treatment', choices: treatments })),
  tax_rate: field.readOnly(field.percent({ label: 'Tax Rate' })),
  ...taxFields,
};

const address = (label: string) => field.link({ label, to: 'customer_addresses' });

/** What a document says of its tax (docs/product/tax.md#supply-type). */
export const documentTaxFields = {
  tax_mode: field.choice({ label: 'Tax Mode', choices: taxModes, required: true }),
  billing_address_id: address('Billing Address'),
  shipping_address_id: address('Shipping Address'),
  supply_type: field.choice({ label: 'Supply Type', choices: supplyTypes }),
  place_of_supply: field.choice({ label: 'Place of Supply', choices: stateChoices }),
  /** By a person; otherwise it follows from buyer and addresses. */
  place_chosen: field.readOnly(field.flag({ label: 'Place Chosen' })),
  reverse_charge: field.flag({ label: 'Reverse Charge' }),
  ...taxFields,
  round_off: field.readOnly(
    field.money({ label: 'Round-off', required: true, currency: 'INR', min: -1, max: 1 }),
  ),
};

const {
  billing_address_id: _billing,
  shipping_address_id: _shipping,
  place_chosen: _chosen,
  ...taxOfPurchase
} = documentTaxFields;

/** What a document of a vendor says of its tax: only tax mode and reverse charge are chosen (docs/product/purchase-orders.md#tax). */
export const purchaseTaxFields = taxOfPurchase;

/** Fields that the server answers with a line may be sent back; the server computes them again. */
export const readBack = z
  .unknown()
  .optional()
  .describe('Accepted because responses contain it, and ignored');

/** What a request may say of a discount; one that is not mentioned stays. */
export const sentDiscount = {
  discount_percent: fieldSchema(discountFields.discount_percent)
    .optional()
    .describe('In percent; the amount follows from it'),
  discount_amount: fieldSchema(discountFields.discount_amount)
    .nullable()
    .optional()
    .describe('In rupees, instead of a percentage'),
};

/** What a request may say of a line's tax. */
export const sentLineTax = {
  ...sentFields(lineTaxFields, ['hsn_code', 'unit']),
  ...sentDiscount,
  ...sentFields(lineTaxFields, ['tax_class_id']),
  discount_share: readBack,
  taxable_value: readBack,
  tax_treatment: readBack,
  tax_rate: readBack,
  cgst_amount: readBack,
  sgst_amount: readBack,
  igst_amount: readBack,
};

/** What a request may say of a document's tax; null is worked out by the server. */
export const sentDocumentTax = sentFields(documentTaxFields);

/** Who made a document, where it belongs, and when it changed. */
export const originFields = {
  created_by: field.readOnly(field.link({ label: 'Created By', to: 'users' })),
  created_by_name: field.readOnly(field.text({ label: 'Created By', required: true, max: 120 })),
  workspace_id: field.derived(workspaceField),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
};
