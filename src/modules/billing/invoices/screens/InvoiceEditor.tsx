import { TextInput } from '@mantine/core';
import { DateInput } from '~/kit/ui/inputs/DateInput';
import type { Work } from '~/kit/ui/dialog/GuardedDialog';
import { withRowOf } from '~/kit/ui/records/useWhole';
import { DocumentTax } from '~/modules/sales/customers/screens/DocumentTax';
import { DocumentForm } from '~/modules/sales/documents/lines/screens/DocumentForm';
import { DescribedItems } from '~/modules/sales/documents/lines/screens/DescribedItems';
import { DiscountField } from '~/modules/sales/documents/lines/screens/DiscountField';
import { LineTotals } from '~/modules/sales/documents/lines/screens/LineTotals';
import { OwnInputs } from '~/modules/sales/documents/lines/screens/OwnInputs';
import { TextFields } from '~/modules/sales/documents/lines/screens/TextFields';
import { CustomerPicker } from '~/modules/sales/customers/screens/CustomerPicker';
import { useCustomers } from '~/modules/sales/customers/screens/customers.client';
import {
  shownDiscount,
  type TypedInvoiceLine,
  withCustomer,
  withDueDate,
  withOrder,
  withoutOrder,
} from '../invoice-form.rules';
import { invoiceFields, invoiceTexts } from '../invoices.fields';
import { DateWarnings } from '~/modules/sales/papers/screens/DateWarnings';
import { InvoiceOrder } from './InvoiceOrder';
import { type InvoiceForm, type InvoiceFormOptions, useInvoiceForm } from './useInvoiceForm';
import { FormField, FormGrid, FormSection } from '~/kit/ui/form/FormParts';
import {
  shippingBillFields,
  shippingBillNames,
} from '~/modules/sales/documents/shipping-bills.fields';
import { type SupplyType, isExport } from '~/modules/catalogue/tax/supply.rules';

interface Props extends InvoiceFormOptions {
  work: Work;
  onCancel: () => void;
  /** What is decided already: the customer, or the order, which the title then names. */
  fixed?: 'customer' | 'order';
  noItemsText?: string | undefined;
  submitLabel: string;
  savingLabel: string;
}

/** The invoice form: empty, from an order, or for a draft (docs/product/invoices.md#invoicing-an-order). */
export function InvoiceEditor(props: Props) {
  const form = useInvoiceForm(props);
  return (
    <DocumentForm {...props} form={form}>
      <FormGrid>
        {props.fixed === 'order' ? null : (
          <Source form={form} isCustomerFixed={props.fixed === 'customer'} />
        )}
        <Dates form={form} />
      </FormGrid>
      <DateWarnings path="/invoices" date={form.typed.invoice_date} />
      <DescribedItems
        form={form}
        noneText={props.noItemsText ?? 'No items yet.'}
        isNamed={isNamed}
      />
      <DiscountField
        form={{
          ...form,
          typed: { discount: shownDiscount(form.typed) },
          change: ({ discount }) => form.change({ discount, discount_source: null }),
        }}
      />
      <Sums form={form} settingRate={props.rate} />
      <TextFields
        form={form}
        fields={invoiceFields}
        names={invoiceTexts}
        labels={{ terms_conditions: 'Terms & Conditions' }}
      />
      <OwnInputs form={form} fields={invoiceFields} />
    </DocumentForm>
  );
}

/** Lines of an order or a service have no product picker. */
function isNamed({ order_line_id, service_id }: TypedInvoiceLine): boolean {
  return order_line_id !== null || service_id !== null;
}

function Source({ form, isCustomerFixed }: { form: InvoiceForm; isCustomerFixed: boolean }) {
  const { typed, change } = form;
  const customers = useCustomers();
  return (
    <>
      <FormField required>
        <CustomerPicker
          value={typed.customer_id}
          chosenName={typed.customer_name}
          onChange={(customer) => change(withCustomer(typed, customer))}
          required
          locked={isCustomerFixed}
          isFirst={!isCustomerFixed}
          error={form.errorOf('customer_id')}
          onBlur={() => form.leave('customer_id')}
        />
      </FormField>
      <FormField>
        <InvoiceOrder
          typed={typed}
          onOrder={(order) =>
            withRowOf(customers, order.customer_id, (customer) =>
              change(withOrder(typed, order, customer)),
            )
          }
          onRemove={() => change(withoutOrder(typed))}
        />
      </FormField>
    </>
  );
}

function Dates({ form: { typed, change, errorOf, leave } }: { form: InvoiceForm }) {
  const day = (name: 'invoice_date' | 'due_date') => ({
    value: typed[name],
    error: errorOf(name),
    'aria-required': true,
    onBlur: () => leave(name),
  });
  return (
    <>
      <FormField required>
        <DateInput
          {...day('invoice_date')}
          label="Invoice Date"
          onChange={(invoice_date) => change(withDueDate({ ...typed, invoice_date }))}
        />
      </FormField>
      <FormField required>
        <DateInput
          {...day('due_date')}
          label="Due Date"
          onChange={(due_date) => change({ due_date, is_due_typed: true })}
        />
      </FormField>
    </>
  );
}

function Sums({ form, settingRate }: { form: InvoiceForm; settingRate: number }) {
  if (!form.isGst) return <LineTotals form={form} settingRate={settingRate} />;
  return (
    <>
      <DocumentTax form={form} />
      <ShippingBillFields form={form} />
    </>
  );
}

/** The shipping bill of an export, for other supplies nothing (docs/product/invoices.md#shipping-bill). */
function ShippingBillFields({ form }: { form: InvoiceForm }) {
  const { typed, change, errorOf, leave, tax } = form;
  const type: SupplyType | null = typed.supply_type ?? tax.preview?.supply_type ?? null;
  if (type === null || !isExport(type)) return null;
  return (
    <FormSection>
      <legend>Export</legend>
      <FormGrid>
        {shippingBillNames.map((name) => {
          const input = {
            label: shippingBillFields[name].label,
            value: typed[name],
            error: errorOf(name),
            onBlur: () => leave(name),
          };
          return (
            <FormField key={name}>
              {name === 'shipping_bill_date' ? (
                <DateInput {...input} onChange={(value) => change({ [name]: value })} />
              ) : (
                <TextInput
                  {...input}
                  onChange={(event) => change({ [name]: event.currentTarget.value })}
                />
              )}
            </FormField>
          );
        })}
      </FormGrid>
    </FormSection>
  );
}
