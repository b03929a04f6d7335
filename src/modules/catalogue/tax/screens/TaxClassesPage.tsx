import { useMemo } from 'react';
import type { Day } from '~/kit/shared/time/days';
import { columnsFromFields } from '~/kit/ui/grid/columns';
import type { Column } from '~/kit/ui/grid/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type TaxClass, taxClassFields } from '../tax-classes.fields';
import { rateOn, ratesText } from '../tax-classes.rules';
import { AdminTable } from './AdminTable';
import { taxClassTexts, TaxClassForm } from './TaxClassForm';
import { useTaxClasses } from './tax-classes.client';

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
