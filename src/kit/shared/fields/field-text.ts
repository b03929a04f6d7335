import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { formatDay, formatInstant } from '~/kit/shared/time/days';
import type { Field } from './fields';

/** A field's value as people read it, by the kind of the field; '' for none. */
export function fieldText(
  field: Pick<Field, 'kind' | 'currency' | 'decimals' | 'choices'>,
  value: unknown,
  timeZone: string,
): string {
  if (value === null || value === undefined || value === '') return '';
  switch (field.kind) {
    case 'flag':
      return value === true ? 'Yes' : 'No';
    case 'money':
      return formatMoney(Number(value), field.currency ?? 'INR', field.decimals ?? 2);
    case 'wholeNumber':
    case 'quantity':
      return formatNumber(Number(value));
    case 'day':
      return formatDay(String(value));
    case 'instant':
      return formatInstant(String(value), timeZone);
    default: {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return field.choices?.find((choice) => choice.value === value)?.label ?? text;
    }
  }
}
