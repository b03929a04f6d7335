import { Checkbox, TextInput } from '@mantine/core';
import type { Work } from '~/kit/ui/dialog/GuardedDialog';
import { DateInput } from '~/kit/ui/inputs/DateInput';
import { FormField, FormGrid, FormSection } from '~/kit/ui/form/FormParts';
import { VendorField } from '~/modules/buying/vendors/screens/VendorPicker';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { DocumentForm } from '~/modules/sales/documents/lines/screens/DocumentForm';
import { DescribedItems } from '~/modules/sales/documents/lines/screens/DescribedItems';
import { DiscountField } from '~/modules/sales/documents/lines/screens/DiscountField';
import { LineTotals } from '~/modules/sales/documents/lines/screens/LineTotals';
import { TextFields } from '~/modules/sales/documents/lines/screens/TextFields';
import { GstTotals } from '~/modules/sales/documents/taxes/screens/GstTotals';
import type { TypedBillLine } from '../bill-form.rules';
import { billFields } from '../bills.fields';
import { isBought } from '../bills.rules';
import { BillCharges } from './BillCharges';
import { billLineInputs, receivedLineInputs } from './BillLineInputs';
import { BillTds } from './BillTds';
import { receiveLabel, useMayReceive } from './bills.client';
import { type BillForm, type BillFormOptions, useBillForm } from './useBillForm';

interface Props extends BillFormOptions {
  work: Work;
  onCancel: () => void;
  submitLabel: string;
}

const texts = ['terms_conditions', 'notes'] as const;

/** The form of a bill (docs/product/bills.md#form). */
export function BillEditor(props: Props) {
  const form = useBillForm(props);
  return (
    <DocumentForm
      {...props}
      form={form}
      submitLabel={form.isNew && form.typed.books ? 'Book Bill' : props.submitLabel}
    >
      <Head form={form} />
      <Items form={form} />
      <DiscountField form={form} />
      <BillCharges form={form} />
      <FormSection>
        <legend>Total</legend>
        <Sums form={form} settingRate={props.rate} />
      </FormSection>
      <FormSection>
        <legend>TDS</legend>
        <BillTds form={form} />
      </FormSection>
      <TextFields form={form} fields={billFields} names={texts} />
      {form.isNew ? <Booking form={form} /> : null}
    </DocumentForm>
  );
}

function Head({ form }: { form: BillForm }) {
  const { typed, change, errorOf, leave } = form;
  const input = <Name extends 'bill_number' | 'bill_date' | 'due_date' | 'vendor_total'>(
    name: Name,
  ) => ({
    label: billFields[name].label,
    value: typed[name],
    error: errorOf(name),
    onBlur: () => leave(name),
  });
  return (
    <FormGrid>
      <VendorField form={form} locked={typed.purchase_order_id !== null} />
      <FormField required>
        <TextInput
          {...input('bill_number')}
          autoComplete="off"
          aria-required
          autoFocus={typed.purchase_order_id !== null}
          onChange={(event) => change({ bill_number: event.currentTarget.value })}
        />
      </FormField>
      <FormField required>
        <DateInput
          {...input('bill_date')}
          aria-required
          onChange={(bill_date) => change({ bill_date })}
        />
      </FormField>
      <FormField>
        <DateInput {...input('due_date')} onChange={(due_date) => change({ due_date })} />
      </FormField>
      <FormField>
        <TextInput
          {...input('vendor_total')}
          inputMode="decimal"
          leftSection="₹"
          autoComplete="off"
          placeholder="To compare with"
          onChange={(event) => change({ vendor_total: event.currentTarget.value })}
        />
      </FormField>
    </FormGrid>
  );
}

const isOrdered = ({ purchase_line_id }: TypedBillLine) => purchase_line_id !== null;

function ofProduct({ unit_of_measure, cost_price }: Product): Partial<TypedBillLine> {
  return {
    unit: unit_of_measure,
    unit_price: cost_price === null ? '' : String(cost_price),
    unitDecimals: null,
  };
}

function Items({ form }: { form: BillForm }) {
  const { books, receives } = form.typed;
  return (
    <DescribedItems
      form={form}
      noneText="No items yet."
      isNamed={isOrdered}
      ofProduct={ofProduct}
      own={form.isNew && books && receives ? receivedLineInputs : billLineInputs}
    />
  );
}

function Sums({ form, settingRate }: { form: BillForm; settingRate: number }) {
  const reverse = (
    <Checkbox
      my="xs"
      label={billFields.reverse_charge.label}
      checked={form.typed.reverse_charge}
      onChange={(event) => form.change({ reverse_charge: event.currentTarget.checked })}
    />
  );
  if (!form.isGst) return <LineTotals form={form} settingRate={settingRate} />;
  return (
    <>
      {reverse}
      <GstTotals {...form.tax} lines={form.lines} party="vendor" />
    </>
  );
}

/** Whether a new bill is booked at once, and what is done with it. */
function Booking({ form }: { form: BillForm }) {
  const { typed, change } = form;
  const [update, approve] = [useMay('bills.update').ok, useMay('bills.approve').ok];
  const mayReceive = useMayReceive();
  if (!update) return null;
  const check = (name: 'books' | 'receives' | 'accepts', label: string) => (
    <Checkbox
      label={label}
      mt="xs"
      checked={typed[name]}
      onChange={(event) => change({ [name]: event.currentTarget.checked })}
    />
  );
  return (
    <FormSection>
      <legend>Booking</legend>
      {check('books', 'Book at once')}
      {typed.books && typed.items.some(isBought) && mayReceive
        ? check('receives', receiveLabel)
        : null}
      {typed.books && approve ? check('accepts', 'Book although it differs') : null}
    </FormSection>
  );
}
