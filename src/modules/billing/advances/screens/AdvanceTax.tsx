import { Badge } from '~/kit/ui/elements/Badge';
import { usePreview } from '~/modules/sales/documents/screens/usePreview';
import type { AdvancePreview } from '../advances.fields';
import type { NewAdvance } from '../requests.schema';
import { AdvanceParts } from './AdvanceParts';

/** What tax the typed amount includes, as the server works it out; nothing before there is an amount. */
export function AdvanceTax({ body }: { body: NewAdvance | null }) {
  const { preview, isStale } = usePreview<object, AdvancePreview>('/advances/preview', body);
  if (body === null || preview === null) return null;
  return (
    <div aria-live="polite" aria-busy={isStale}>
      <AdvanceParts {...preview} amount={body.amount} />
      {preview.letters.length > 0 ? (
        <p>
          <Badge color="yellow">Warning</Badge> The voucher has letters that cannot be printed:{' '}
          {preview.letters.join(' ')}. Write it without them.
        </p>
      ) : null}
    </div>
  );
}
