import { Checkbox, NativeSelect } from '@mantine/core';
import { useCallback } from 'react';
import type { Work } from '~/kit/ui/dialog/GuardedDialog';
import { DateInput } from '~/kit/ui/inputs/DateInput';
import { FormField, FormGrid } from '~/kit/ui/form/FormParts';
import { VendorField } from '~/modules/buying/vendors/screens/VendorPicker';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { useLocations } from '~/modules/catalogue/products/locations/screens/locations.client';
import { DocumentForm } from '~/modules/sales/documents/lines/screens/DocumentForm';
import { DescribedItems } from '~/modules/sales/documents/lines/screens/DescribedItems';
import { DiscountField } from '~/modules/sales/documents/lines/screens/DiscountField';
import { LineTotals } from '~/modules/sales/documents/lines/screens/LineTotals';
import { TextFields } from '~/modules/sales/documents/lines/screens/TextFields';
import { GstTotals } from '~/modules/sales/documents/taxes/screens/GstTotals';
import { ofProduct } from '../purchase-form.rules';
import { purchaseOrderFields, purchaseOrderTexts } from '../purchase-orders.fields';
import { purchaseLineInputs } from './PurchaseLineInputs';
import { useTermsByProduct } from './purchase-orders.client';
import { type PurchaseForm, type PurchaseFormOptions, usePurchaseForm } from './usePurchaseForm';

interface Props extends PurchaseFormOptions {
  work: Work;
  onCancel: () => void;
  /** Of an order that is placed. */
  isVendorFixed?: boolean;
  submitLabel: string;
}

/** The form of a purchase order (docs/product/purchase-orders.md#form). */
export function PurchaseEditor(props: Props) {
  const form = usePurchaseForm(props);
  return (
    <DocumentForm {...props} form={form}>
      <Head form={form} isVendorFixed={props.isVendorFixed ?? false} />
      <Items form={form} />
      <DiscountField form={form} />
      <Sums form={form} settingRate={props.rate} />
      <TextFields form={form} fields={purchaseOrderFields} names={purchaseOrderTexts} />
    </DocumentForm>
  );
}

function Head({ form, isVendorFixed }: { form: PurchaseForm; isVendorFixed: boolean }) {
  const { typed, change, errorOf, leave } = form;
  const day = (name: 'order_date' | 'expected_date') => ({
    label: purchaseOrderFields[name].label,
    value: typed[name],
    error: errorOf(name),
    onBlur: () => leave(name),
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <FormGrid>
      <VendorField form={form} locked={isVendorFixed} />
      <FormField required>
        <DateInput {...day('order_date')} aria-required />
      </FormField>
      <FormField>
        <DateInput {...day('expected_date')} />
      </FormField>
      <Location form={form} />
    </FormGrid>
  );
}

/** Where the goods come in; with one location there is nothing to choose. */
function Location({ form }: { form: PurchaseForm }) {
  const { location_id } = form.typed;
  const { rows } = useLocations();
  const offered = rows.filter(({ id, is_active }) => is_active || id === location_id);
  if (offered.length < 2) return null;
  return (
    <FormField>
      <NativeSelect
        label={purchaseOrderFields.location_id.label}
        value={String(location_id ?? '')}
        error={form.errorOf('location_id')}
        data={[
          { value: '', label: 'Default location' },
          ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) =>
          form.change({ location_id: Number(event.currentTarget.value) || null })
        }
      />
    </FormField>
  );
}

function Items({ form }: { form: PurchaseForm }) {
  const terms = useTermsByProduct(form.typed.vendor_id);
  const fill = useCallback(
    (product: Product) => ofProduct(product, terms.get(product.id)),
    [terms],
  );
  return (
    <DescribedItems
      form={form}
      noneText="No items yet."
      ofProduct={fill}
      own={purchaseLineInputs}
    />
  );
}

function Sums({ form, settingRate }: { form: PurchaseForm; settingRate: number }) {
  if (!form.isGst) return <LineTotals form={form} settingRate={settingRate} />;
  return (
    <>
      <Checkbox
        my="xs"
        label={purchaseOrderFields.reverse_charge.label}
        checked={form.typed.reverse_charge}
        onChange={(event) => form.change({ reverse_charge: event.currentTarget.checked })}
      />
      <GstTotals {...form.tax} lines={form.lines} party="vendor" />
    </>
  );
}
