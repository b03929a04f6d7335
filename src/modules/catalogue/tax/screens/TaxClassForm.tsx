import { useState } from 'react';
import { toast } from '~/kit/ui/elements/toasts';
import { formatDay } from '~/kit/shared/time/days';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { BodyWords } from '~/kit/ui/form/saveOver';
import { type TaxClass, taxClassFields } from '../tax-classes.fields';
import { readRates, type TypedRate } from '../tax-classes.rules';
import { type AdminFormProps, type AdminWords, saving } from './AdminTable';
import { emptyRate, RatesEditor } from './RatesEditor';
import type { TaxClasses } from './tax-classes.client';

export const taxClassWords: AdminWords = {
  title: 'Tax Classes',
  subtitle: 'How goods and services are taxed, and from which day',
  noun: 'Tax Class',
  one: 'tax class',
  all: 'tax classes',
};

const sections = [{ title: '', names: ['name', 'treatment'] }] as const;
const fresh = { treatment: 'taxable' } as const;

type Props = AdminFormProps<TaxClass, TaxClasses>;

export function TaxClassForm({ list: taxClasses, subject, onClose }: Props) {
  const known = subject === 'new' ? null : subject;
  const [before] = useState<readonly TypedRate[]>(() =>
    known
      ? known.rates.map(({ rate, valid_from }, key) => ({ key, rate: String(rate), valid_from }))
      : [emptyRate([])],
  );
  const [rates, setRates] = useState(before);
  const verb = known ? 'update' : 'create';
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={known ? 'Edit Tax Class' : 'Add Tax Class'}
      size="lg"
      fields={taxClassFields}
      sections={sections}
      initial={known ?? fresh}
      isChangedBeside={JSON.stringify(rates) !== JSON.stringify(before)}
      blocked={({ treatment }) => readRates(treatmentOf(treatment), rates).wrong}
      submitLabel={known ? 'Save Tax Class' : 'Create Tax Class'}
      failedText={`Failed to ${verb} tax class`}
      onSubmit={async ({ name = '', treatment = 'taxable' }, _key, save) => {
        const values = { name, treatment, rates: readRates(treatment, rates).rates };
        const saved = await saving(taxClassWords, verb, () =>
          known
            ? save(values, (body) => taxClasses.update(known.id, body), ratesWords)
            : taxClasses.create(values),
        );
        toast('success', `Tax class "${saved.name}" has been ${verb}d`);
      }}
    >
      <RatesEditor rates={rates} onChange={setRates} />
    </FormDialog>
  );
}

const ratesWords: BodyWords = {
  labelOf: (part) => (part === 'rates' ? 'Rates' : undefined),
  textOf: (part, value) =>
    part === 'rates'
      ? (value as TaxClass['rates'])
          .map(({ rate, valid_from }) => `${rate}% from ${formatDay(valid_from)}`)
          .join('\n')
      : undefined,
};

function treatmentOf(typed: string | undefined): TaxClass['treatment'] {
  const choices = taxClassFields.treatment.choices ?? [];
  const found = choices.find(({ value }) => value === typed)?.value;
  return (found ?? 'taxable') as TaxClass['treatment'];
}
