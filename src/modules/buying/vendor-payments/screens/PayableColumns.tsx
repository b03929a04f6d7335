import { formatDay } from '~/kit/shared/time/days';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { ageLabels, ageNames } from '~/modules/billing/receivables/receivables.fields';
import { ageColumn, partyColumn } from '~/modules/billing/receivables/screens/ReceivableColumns';
import type { Creditor } from './vendor-payments.client';

export const payableColumns: readonly Column<Creditor>[] = [
  partyColumn('vendors', 'vendor_name', 'Vendor'),
  ...ageNames.map((name) => ageColumn(name, ageLabels[name])),
  ageColumn('credit', 'Credit'),
  ageColumn('total', 'Total', 124),
  ageColumn('msme_due', 'MSME Due'),
  {
    key: 'msme_limit',
    title: 'MSME Limit',
    width: 104,
    least: 96,
    sortValue: ({ msme_limit }) => msme_limit ?? '',
    text: ({ msme_limit }) => (msme_limit === null ? '' : formatDay(msme_limit)),
    narrowText: ({ msme_limit }) =>
      msme_limit === null ? '' : `MSME limit ${formatDay(msme_limit)}`,
  },
];
