import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '~/kit/ui/calls/api';
import { AddRow } from '~/kit/ui/elements/AddButton';
import { RemoveButton } from '~/kit/ui/elements/RemoveButton';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { FormSection } from '~/kit/ui/form/FormParts';
import { useLast } from '~/kit/ui/hooks/useLast';
import { ProductPicker } from '~/modules/catalogue/products/catalogue/screens/ProductPicker';
import { mostTerms, termFields, type Terms } from '../terms.fields';
import {
  emptyTerms,
  readTerms,
  type TypedName,
  type TypedTerms,
  typedTerms,
} from '../typed-terms.rules';
import type { Vendor } from '../vendors.fields';
import classes from './TermsForm.module.css';

interface Props {
  vendor: Vendor;
  items: readonly Terms[] | null;
  onSaved: () => void;
  onClose: () => void;
}

/** "Products of a Vendor": the whole list of terms (docs/product/vendors.md#terms). */
export default function TermsForm({ items, ...props }: Props) {
  const last = useLast(items);
  if (items === null || last === null) return null;
  return <Form {...props} items={items} />;
}

function Form({ vendor, items, onSaved, onClose }: Props & { items: readonly Terms[] }) {
  const [before] = useState(() => (items.length > 0 ? typedTerms(items) : [emptyTerms([])]));
  // The version that was read with these terms.
  const [updated_at] = useState(vendor.updated_at);
  const [typed, setTyped] = useState(before);
  const { items: sent, wrong } = readTerms(typed);
  return (
    <FormDialog
      onClose={onClose}
      title="Products of a Vendor"
      size="xl"
      fields={{}}
      subject={vendor.id}
      blocked={() => wrong}
      isChangedBeside={JSON.stringify(typed) !== JSON.stringify(before)}
      submitLabel="Save Products"
      failed={{ refused: 'Failed to save products' }}
      onSubmit={async () => {
        await api.put(`/vendors/${vendor.id}/products`, { items: sent, updated_at });
        onSaved();
        return 'Products saved successfully';
      }}
    >
      <FormSection>
        <legend>Products</legend>
        {typed.map((item, index) => (
          <TermsRow
            key={item.key}
            item={item}
            name={`Item ${index + 1}`}
            onChange={(values) =>
              setTyped((now) =>
                now.map((each) => (each.key === item.key ? { ...each, ...values } : each)),
              )
            }
            onRemove={() => setTyped((now) => now.filter((each) => each.key !== item.key))}
          />
        ))}
        <AddRow
          mb="sm"
          disabled={typed.length >= mostTerms}
          onClick={() => setTyped((now) => [...now, emptyTerms(now)])}
        >
          Add Product
        </AddRow>
      </FormSection>
    </FormDialog>
  );
}

interface RowProps {
  item: TypedTerms;
  name: string;
  onChange: (values: Partial<TypedTerms>) => void;
  onRemove: () => void;
}

function TermsRow({ item, name, onChange, onRemove }: RowProps) {
  const input = (field: TypedName) => (
    <TextInput
      label={termFields[field].label}
      value={item[field]}
      inputMode={field === 'vendor_sku' || field === 'unit' ? 'text' : 'decimal'}
      autoComplete="off"
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <div className={classes.item} role="group" aria-label={name}>
      <ProductPicker
        value={item.product_id}
        chosenName={item.product_name}
        onChange={({ id, product_name, unit_of_measure }) =>
          onChange({ product_id: id, product_name, unit: item.unit || unit_of_measure })
        }
      />
      <RemoveButton label={`Remove ${name}`} onRemove={onRemove} />
      <div className={classes.terms}>
        {input('vendor_sku')}
        {input('unit')}
        {input('factor')}
        {input('price')}
        {input('min_quantity')}
        {input('multiple')}
        {input('lead_days')}
        <Checkbox
          className={classes.preferred}
          label="Preferred"
          checked={item.is_preferred}
          onChange={(event) => onChange({ is_preferred: event.currentTarget.checked })}
        />
      </div>
    </div>
  );
}
