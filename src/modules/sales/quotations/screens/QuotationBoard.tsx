import { useCallback, useMemo } from 'react';
import type { Day } from '~/kit/shared/time/days';
import { Board } from '~/kit/ui/board/Board';
import { Badge } from '~/kit/ui/elements/Badge';
import { toast } from '~/kit/ui/elements/toasts';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { DocumentCard } from '~/modules/sales/documents/screens/DocumentCard';
import { MailStatus } from '~/modules/sales/papers/screens/PaperMail';
import { isEndingSoon } from '../quotations.filters';
import { type Quotation, quotationStatuses } from '../quotations.fields';
import { canTakeStatus, isOver, quotationLabel } from '../quotations.rules';
import { failedMove, moveQuotation, type Quotations } from './quotations.client';
import { useQuotationRights } from './rights.client';

interface Props {
  quotations: Quotations;
  rows: readonly Quotation[];
  actions: readonly RowAction<Quotation>[];
  onOpen: (quotation: Quotation) => void;
}

const columns = quotationStatuses
  .filter(({ value }) => value !== 'superseded')
  .map(({ value, label, color }) => ({ id: value, title: label, color }));

const idOf = ({ id }: Quotation) => id;
const statusOf = ({ status }: Quotation) => status;

/** The newest revisions in the columns of their statuses (docs/product/quotations.md#screen). */
export function QuotationBoard({ quotations, rows, actions, onOpen }: Props) {
  const { today } = useCompany();
  const { canUpdate } = useQuotationRights();
  const cards = useMemo(() => rows.filter(({ status }) => status !== 'superseded'), [rows]);
  const cardOf = useCallback(
    (quotation: Quotation) => <QuotationCard quotation={quotation} today={today} />,
    [today],
  );
  const canMove = useCallback(
    (quotation: Quotation, status: Quotation['status']) =>
      canUpdate.ok ? canTakeStatus(quotation, status, today) : canUpdate,
    [canUpdate, today],
  );
  return (
    <Board<Quotation, Quotation['status']>
      label="Quotations by status"
      columns={columns}
      cards={cards}
      cardId={idOf}
      columnOf={statusOf}
      cardLabel={quotationLabel}
      renderCard={cardOf}
      canMove={canMove}
      onRefused={(message) => toast('error', `${failedMove}: ${message}`)}
      onMove={(quotation, status) => moveQuotation(quotations, quotation, status)}
      cardActions={actions}
      onOpenCard={onOpen}
      state={quotations.state}
      loadingText="Loading quotations..."
      failedText="Quotations could not be loaded"
      onRetry={quotations.retry}
      emptyColumnText="No quotations"
      estimatedCardHeight={92}
    />
  );
}

function QuotationCard({ quotation, today }: { quotation: Quotation; today: Day }) {
  const { mail_status } = quotation;
  const hasMail = mail_status === 'queued' || mail_status === 'failed';
  const isSoon = isEndingSoon(quotation, today);
  const isPast = quotation.status === 'sent' && isOver(quotation, today);
  return (
    <DocumentCard document={quotation} day={quotation.quotation_date}>
      {hasMail || isSoon || isPast ? (
        <>
          {isPast ? <Badge color="red">Expired</Badge> : null}
          {isSoon ? <Badge color="yellow">Due soon</Badge> : null}{' '}
          {hasMail ? <MailStatus mail={quotation} /> : null}
        </>
      ) : null}
    </DocumentCard>
  );
}
