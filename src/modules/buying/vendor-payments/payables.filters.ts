import { bandFilter, type Filter, searchFilter } from '~/kit/shared/filters/filters';
import { ageBands } from '~/modules/billing/receivables/receivables.filters';
import type { PayablesRow } from './payables.fields';

/** The filters of the ageing table (docs/product/payables.md#screen). */
export const payableFilters: readonly Filter<PayablesRow>[] = [
  searchFilter(['vendor_name']),
  bandFilter<PayablesRow>({
    key: 'age',
    label: 'Age',
    bands: [
      ...ageBands,
      { value: 'msme', label: 'MSME due', test: ({ msme_due }) => msme_due > 0 },
    ],
  }),
];
