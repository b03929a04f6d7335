import { TextInput } from '@mantine/core';
import { FormField, FormGrid, FormSection } from '~/kit/ui/form/FormParts';
import {
  shippingBillFields,
  shippingBillNames,
} from '~/modules/sales/documents/shipping-bills.fields';
import { isExport, type SupplyType } from '~/modules/catalogue/tax/supply.rules';
import type { InvoiceForm } from './useInvoiceForm';

/** The shipping bill of an export, for other supplies nothing (docs/product/invoices.md#shipping-bill). */
export function ShippingBillFields({ form }: { form: InvoiceForm }) {
  const { typed, change, errorOf, leave, tax } = form;
  const type: SupplyType | null = typed.supply_type ?? tax.preview?.supply_type ?? null;
  if (type === null || !isExport(type)) return null;
  return (
    <FormSection>
      <legend>Export</legend>
      <FormGrid>
        {shippingBillNames.map((name) => (
          <FormField key={name}>
            <TextInput
              label={shippingBillFields[name].label}
              type={name === 'shipping_bill_date' ? 'date' : 'text'}
              value={typed[name]}
              error={errorOf(name)}
              onChange={(event) => change({ [name]: event.currentTarget.value })}
              onBlur={() => leave(name)}
            />
          </FormField>
        ))}
      </FormGrid>
    </FormSection>
  );
}
