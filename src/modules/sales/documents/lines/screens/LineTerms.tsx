import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { useTaxFields } from '~/modules/catalogue/tax/screens/tax-classes.client';
import { lineTaxFields } from '../../documents.fields';
import type { PreviewLine } from '../../taxes/tax-preview.fields';
import type { TypedDocumentLine, TypedTerms } from '../typed-lines.rules';
import classes from './LineTerms.module.css';

interface Props {
  line: TypedDocumentLine;
  preview: PreviewLine | null;
  locked?: boolean;
  errorOf: (field: keyof TypedTerms) => ReactNode;
  onChange: (terms: Partial<TypedTerms>) => void;
  onLeave: (field: keyof TypedTerms) => void;
}

/** Discount and tax of a line by GST; what is left empty comes from the product or service. */
export function LineTerms({ line, preview, locked = false, errorOf, onChange, onLeave }: Props) {
  const { classes: taxClasses } = useTaxFields();
  const text = (name: Exclude<keyof TypedTerms, 'tax_class_id'>) => ({
    label: lineTaxFields[name].label,
    value: line[name],
    readOnly: locked,
    autoComplete: 'off',
    error: errorOf(name),
    onBlur: () => onLeave(name),
  });
  return (
    <div className={classes.terms}>
      <TextInput
        {...text('discount_percent')}
        inputMode="decimal"
        onChange={(event) =>
          onChange({ discount_percent: event.currentTarget.value, discount_amount: '' })
        }
      />
      <TextInput
        {...text('discount_amount')}
        leftSection="₹"
        inputMode="decimal"
        placeholder={preview && preview.discount_amount > 0 ? String(preview.discount_amount) : ''}
        onChange={(event) =>
          onChange({ discount_amount: event.currentTarget.value, discount_percent: '' })
        }
      />
      <TextInput
        {...text('hsn_code')}
        inputMode="numeric"
        placeholder={preview?.hsn_code ?? ''}
        onChange={(event) => onChange({ hsn_code: event.currentTarget.value })}
      />
      <NativeSelect
        label={lineTaxFields.tax_class_id.label}
        disabled={locked}
        error={errorOf('tax_class_id')}
        value={String(line.tax_class_id ?? '')}
        data={[{ value: '', label: ownLabel(preview, taxClasses) }, ...taxClasses]}
        onChange={(event) => onChange({ tax_class_id: Number(event.currentTarget.value) || null })}
      />
      <SoftText as="div" small className={classes.tax}>
        {preview ? taxText(preview) : null}
      </SoftText>
    </div>
  );
}

function ownLabel(
  preview: PreviewLine | null,
  taxClasses: readonly { value: string; label: string }[],
): string {
  const id = preview?.tax_class_id ?? null;
  const name = taxClasses.find(({ value }) => value === String(id))?.label;
  return name === undefined ? 'None' : `Default: ${name}`;
}

function taxText({ tax_rate, tax_treatment }: PreviewLine): string {
  if (tax_treatment === null) return 'No tax class';
  return tax_rate === null ? 'No rate on this date' : `Tax ${tax_rate}%`;
}
