import { useCallback } from 'react';
import type { Day } from '~/kit/shared/time/days';
import { Badge } from '~/kit/ui/elements/Badge';
import { RecordBoard } from '~/kit/ui/board/RecordBoard';
import type { RecordList } from '~/kit/ui/list/useRecordList';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
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
  list: RecordList<Quotation>;
  actions: readonly RowAction<Quotation>[];
  onOpen: (quotation: Quotation) => void;
}

const columns = quotationStatuses
  .filter(({ value }) => value !== 'superseded')
  .map(({ value, label, color }) => ({ id: value, title: label, color }));

const statusOf = ({ status }: Quotation) => status;

/** The newest revisions in the columns of their statuses (docs/product/quotations.md#screen). */
export function QuotationBoard({ quotations, list, actions, onOpen }: Props) {
  const { today } = useCompany();
  const { canUpdate } = useQuotationRights();
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
    <RecordBoard<Quotation, Quotation['status']>
      records={quotations}
      list={list}
      plural="quotations"
      by="status"
      columns={columns}
      filter="status"
      columnOf={statusOf}
      cardLabel={quotationLabel}
      renderCard={cardOf}
      cardHeight={92}
      canMove={canMove}
      onMove={(quotation, status) => moveQuotation(quotations, quotation, status)}
      failedMove={failedMove}
      cardActions={actions}
      onOpenCard={onOpen}
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
