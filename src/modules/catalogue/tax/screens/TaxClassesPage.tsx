import { useMemo, useState } from 'react';
import { type Day, formatDay } from '~/kit/shared/time/days';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type TaxClass, taxClassFields } from '../tax-classes.fields';
import { rateOn, ratesText, readRates, type TypedRate } from '../tax-classes.rules';
import { AdminTable, type AdminFormProps, type AdminTexts } from './AdminTable';
import { useTaxClasses, type TaxClasses } from './tax-classes.client';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { orTryAgain } from '~/kit/ui/calls/reportFailure';
import type { BodyTexts } from '~/kit/ui/form/saveOver';
import { emptyRate, RatesEditor } from './RatesEditor';

const taxClassTexts: AdminTexts = {
  title: 'Tax Classes',
  subtitle: 'How goods and services are taxed, and from which day',
  noun: 'Tax Class',
  one: 'tax class',
  all: 'tax classes',
};

const sections = [{ title: '', names: ['name', 'treatment'] }] as const;
const fresh = { treatment: 'taxable' } as const;

type Props = AdminFormProps<TaxClass, TaxClasses>;

function TaxClassForm({ list: taxClasses, subject, onClose }: Props) {
  const existing = subject === 'new' ? null : subject;
  const [before] = useState<readonly TypedRate[]>(() =>
    existing
      ? existing.rates.map(({ rate, valid_from }, key) => ({ key, rate: String(rate), valid_from }))
      : [emptyRate([])],
  );
  const [rates, setRates] = useState(before);
  const verb = existing ? 'update' : 'create';
  return (
    <FormDialog
      onClose={onClose}
      title={existing ? 'Edit Tax Class' : 'Add Tax Class'}
      size="lg"
      fields={taxClassFields}
      sections={sections}
      initial={existing ?? fresh}
      isChangedBeside={JSON.stringify(rates) !== JSON.stringify(before)}
      blocked={({ treatment }) => readRates(treatmentOf(treatment), rates).wrong}
      submitLabel={existing ? 'Save Tax Class' : 'Create Tax Class'}
      failed={orTryAgain(`Failed to ${verb} tax class`)}
      onSubmit={async ({ name = '', treatment = 'taxable' }, _key, save) => {
        const values = { name, treatment, rates: readRates(treatment, rates).rates };
        const saved = existing
          ? await save(values, (body) => taxClasses.update(existing.id, body), ratesTexts)
          : await taxClasses.create(values);
        return `Tax class "${saved.name}" has been ${verb}d`;
      }}
    >
      <RatesEditor rates={rates} onChange={setRates} />
    </FormDialog>
  );
}

const ratesTexts: BodyTexts = {
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

/** "Tax Classes" (docs/product/tax.md#screens). */
export default function TaxClassesPage() {
  const taxClasses = useTaxClasses();
  const { today } = useCompany();
  const columns = useMemo(() => columnsOn(today), [today]);
  return (
    <AdminTable
      texts={taxClassTexts}
      list={taxClasses}
      columns={columns}
      nameOf={({ name }) => name}
      form={TaxClassForm}
    />
  );
}

function columnsOn(today: Day): readonly Column<TaxClass>[] {
  const own = columnsFromFields<typeof taxClassFields, TaxClass>(taxClassFields, {
    timeZone: 'UTC',
    today,
    keys: ['name', 'treatment'],
    overrides: { name: { width: 320 }, treatment: { width: 130 } },
  });
  const rateToday = (taxClass: TaxClass) => rateOn(taxClass, today);
  return [
    ...own,
    {
      key: 'rate',
      title: 'Rate Today',
      width: 120,
      text: (taxClass) => {
        const rate = rateToday(taxClass);
        return rate === null ? 'None yet' : `${rate}%`;
      },
      sortValue: rateToday,
    },
    { key: 'rates', title: 'Rates', width: 420, text: ({ rates }) => ratesText(rates) },
  ];
}
