import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber, unreadable } from '~/kit/shared/money/numbers';
import { formatDay, formatInstant } from '~/kit/shared/time/days';
import type { Field } from './fields';

/** A field's value as people read it, by the kind of the field; '' for none. */
export function fieldText(
  field: Pick<Field, 'kind' | 'currency' | 'decimals' | 'choices' | 'states'>,
  value: unknown,
  timeZone: string,
): string {
  if (value === null || value === undefined || value === '') return '';
  const plain = typeof value === 'object' ? unreadable : value;
  switch (field.kind) {
    case 'flag':
      return (field.states ?? ['Yes', 'No'])[value === true ? 0 : 1];
    case 'money':
      return formatMoney(Number(plain), field.currency ?? 'INR', field.decimals ?? 2);
    case 'wholeNumber':
    case 'quantity':
      return formatNumber(Number(plain));
    case 'day':
      return formatDay(String(plain));
    case 'instant':
      return formatInstant(String(plain), timeZone);
    default: {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return field.choices?.find((choice) => choice.value === value)?.label ?? text;
    }
  }
}
