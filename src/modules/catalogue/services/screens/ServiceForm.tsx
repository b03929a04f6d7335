import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import * as field from '~/kit/shared/fields/fields';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { type Service, serviceFields } from '../services.fields';
import { useTaxFields } from '~/modules/catalogue/tax/screens/tax-classes.client';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { finerPrice, priceOf } from '../services.rules';
import type { Services } from './services.client';

interface Props {
  services: Services;
  subject: Service | 'new' | null;
  onClose: () => void;
}

const formFields = { ...serviceFields, quote: field.flag({ label: 'Quote Required' }) };

const sections = [
  {
    title: 'Service',
    names: [
      'service_name',
      'service_type',
      'category',
      'pricing_model',
      'price',
      'quote',
      'description',
      'is_on_site',
      'is_remote',
    ],
  },
  {
    title: 'More fields',
    names: [
      'sku_code',
      'priority',
      'hourly_rate',
      'minimum_hours',
      'duration_days',
      'tags',
      'service_areas',
      'requirements',
      'included_items',
      'excluded_items',
      'notes',
      'is_active',
    ],
  },
] as const;

const taxSection = { title: 'Tax', names: ['hsn_code', 'tax_class_id'] } as const;

// docs/product/services.md#defaults.
const fresh = {
  service_type: 'Product Installation',
  priority: 'Medium',
  pricing_model: 'Fixed',
  is_on_site: true,
  is_remote: false,
  is_active: true,
} as const;

const texts = { refused: 'Failed to save service' };

export default function ServiceForm({ services, subject, onClose }: Props) {
  const service = subject === 'new' || subject === null ? null : subject;
  const tax = useTaxFields();
  const { price_decimals: decimals } = useSettings();
  const initial = useMemo(
    () => (service ? { ...service, quote: service.price === null } : fresh),
    [service],
  );
  return (
    <FormDialog
      opened={subject !== null}
      onClose={onClose}
      title={service ? 'Edit Service' : 'Add Service'}
      size="xl"
      fields={formFields}
      initial={initial}
      sections={tax.shown.length > 0 ? [...sections, taxSection] : sections}
      choices={{ tax_class_id: tax.classes }}
      required={['service_type']}
      inputs={priceInputs}
      check={(name, typed) =>
        name === 'price' && typed['price'] !== String(service?.price)
          ? finerPrice(parseNumber(typed['price'] ?? '', 'INR'), decimals)
          : null
      }
      follow={dropPrice}
      submitLabel={service ? 'Update Service' : 'Create Service'}
      failed={texts}
      onSubmit={async ({ quote, ...values }, sendKey, save) => {
        const price = priceOf({ price: values.price, quote: quote === true });
        if (service) await save({ ...values, price }, (body) => services.update(service.id, body));
        else await services.create({ ...values, price }, sendKey);
        return `Service ${service ? 'updated' : 'created'} successfully`;
      }}
    />
  );
}

function dropPrice(name: string, typed: Readonly<Record<string, string>>) {
  return name === 'quote' && typed['quote'] === 'true' ? { price: '' } : {};
}

/** No price input while "Quote Required" is ticked. */
function priceInputs(typed: Readonly<Record<string, string>>) {
  const quoted = typed['quote'] === 'true';
  return { price: (props: FieldInputProps) => <PriceInput {...props} quoted={quoted} /> };
}

function PriceInput({
  quoted,
  required: _,
  onChange,
  ...props
}: FieldInputProps & { quoted: boolean }) {
  return (
    <TextInput
      {...props}
      value={quoted ? '' : props.value}
      error={quoted ? null : props.error}
      disabled={quoted}
      placeholder={quoted ? 'Quote Required' : '0.00'}
      inputMode="decimal"
      leftSection="₹"
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
