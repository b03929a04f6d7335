import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '~/kit/shared/money/numbers';
import type { BulkNoteProps } from '~/kit/ui/bulk/bulk';
import { api } from '~/kit/ui/calls/api';
import { amendText } from '~/modules/sales/documents/findings/date-findings.rules';
import type { FiledMonth } from '~/modules/sales/documents/findings/findings.fields';

/** What cancelling many invoices means, and which filed returns contain them (docs/product/invoices.md#dates). */
export default function CancelManyNote({ ids, field, typed }: BulkNoteProps) {
  const isCancelling = field === 'status' && typed === 'cancelled';
  const { data = [] } = useQuery({
    queryKey: ['filed', ids],
    queryFn: () => api.post<FiledMonth[]>('/invoices/filed', { ids }),
    enabled: isCancelling,
    staleTime: 0,
  });
  if (!isCancelling) return null;
  return (
    <div role="status">
      <p>The invoices keep their numbers and are no longer due. This cannot be undone.</p>
      {data.map(({ month, documents }) => (
        <p key={month}>{amendText(month, `${formatNumber(documents)} of them`)}</p>
      ))}
    </div>
  );
}
