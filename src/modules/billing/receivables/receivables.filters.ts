import { bandFilter, type Filter, searchFilter } from '~/kit/shared/filters/filters';
import {
  ageLabels,
  ageNames,
  type ReceivablesRow,
  type ReceivablesSums,
} from './receivables.fields';
import { overdueOf } from './receivables.rules';

/** The ages of balances as choices of a filter. */
export const ageBands = [
  { value: 'overdue', label: 'Overdue', test: (row: ReceivablesSums) => overdueOf(row) > 0 },
  ...ageNames.map((name) => ({
    value: name,
    label: name === 'current' ? ageLabels[name] : `${ageLabels[name]} days`,
    test: (row: ReceivablesSums) => row[name] > 0,
  })),
  { value: 'credit', label: 'Credit', test: ({ credit }: ReceivablesSums) => credit > 0 },
];

/** The filters of the ageing table (docs/product/receivables.md#screen). */
export const receivableFilters: readonly Filter<ReceivablesRow>[] = [
  searchFilter(['customer_name']),
  bandFilter<ReceivablesRow>({ key: 'age', label: 'Age', bands: ageBands }),
];
