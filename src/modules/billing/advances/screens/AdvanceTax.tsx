import { usePreview } from '~/modules/sales/documents/screens/usePreview';
import type { AdvancePreview } from '../advances.fields';
import type { NewAdvance } from '../requests.fields';
import { AdvanceParts } from './AdvanceParts';

/** What tax the typed amount includes, as the server works it out; nothing before there is an amount. */
export function AdvanceTax({ body }: { body: NewAdvance | null }) {
  const { preview, isStale } = usePreview<object, AdvancePreview>('/advances/preview', body);
  if (body === null || preview === null) return null;
  return (
    <div aria-live="polite" aria-busy={isStale}>
      <AdvanceParts {...preview} amount={body.amount} />
    </div>
  );
}
