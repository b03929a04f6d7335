import { TextInput } from '@mantine/core';
import { AddRow } from '~/kit/ui/elements/AddButton';
import { DateInput } from '~/kit/ui/inputs/DateInput';
import { RemoveButton } from '~/kit/ui/elements/RemoveButton';
import { FormSection } from '~/kit/ui/form/FormParts';
import type { TypedRate } from '../tax-classes.rules';
import classes from './RatesEditor.module.css';

interface Props {
  rates: readonly TypedRate[];
  onChange: (rates: readonly TypedRate[]) => void;
}

export function emptyRate(rates: readonly TypedRate[]): TypedRate {
  return { key: Math.max(0, ...rates.map(({ key }) => key)) + 1, rate: '', valid_from: '' };
}

/** The rates of a class as they are typed, a row for each day from which one holds. */
export function RatesEditor({ rates, onChange }: Props) {
  const change = (at: number, values: Partial<TypedRate>) =>
    onChange(rates.map((rate, position) => (position === at ? { ...rate, ...values } : rate)));
  return (
    <FormSection>
      <legend>Rates</legend>
      <ul className={classes.rates}>
        {rates.map((rate, at) => (
          <li key={rate.key} className={classes.rate}>
            <TextInput
              label="Rate (%)"
              aria-label={`Rate (%) ${at + 1}`}
              value={rate.rate}
              inputMode="decimal"
              autoComplete="off"
              onChange={(event) => change(at, { rate: event.currentTarget.value })}
            />
            <DateInput
              label="Valid From"
              aria-label={`Valid From ${at + 1}`}
              value={rate.valid_from}
              onChange={(valid_from) => change(at, { valid_from })}
            />
            <RemoveButton
              label={`Remove rate ${at + 1}`}
              onRemove={() => onChange(rates.filter((_, position) => position !== at))}
            />
          </li>
        ))}
      </ul>
      <AddRow onClick={() => onChange([...rates, emptyRate(rates)])}>Add Rate</AddRow>
    </FormSection>
  );
}
