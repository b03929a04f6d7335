import { mapNames } from '~/kit/shared/fields/picked';
import * as field from '~/kit/shared/fields/fields';

const plain = (text: string) => text.toUpperCase().replaceAll(/[\s-]/g, '');

/** The shipping bill of an export (docs/product/invoices.md#shipping-bill): it comes after the invoice. */
export const shippingBillFields = {
  shipping_bill_number: field.text({
    label: 'Shipping Bill Number',
    max: 20,
    normalize: plain,
    format: (text) => /^[0-9]{3,7}$/.test(plain(text)),
    messages: { format: 'Shipping bill number must have 3 to 7 digits' },
  }),
  shipping_bill_date: field.day({ label: 'Shipping Bill Date' }),
  port_code: field.text({
    label: 'Port Code',
    max: 20,
    normalize: plain,
    format: (text) => /^[0-9A-Z]{6}$/.test(plain(text)),
    messages: { format: 'Port code must have 6 letters and digits, such as INNSA1' },
  }),
};

export type ShippingBill = field.RowOf<typeof shippingBillFields>;

export const shippingBillNames = Object.keys(shippingBillFields) as (keyof ShippingBill)[];

export const noShippingBill: ShippingBill = mapNames(shippingBillNames, () => null);
