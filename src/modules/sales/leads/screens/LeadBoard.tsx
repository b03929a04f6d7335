import { useCallback, useMemo } from 'react';
import { type Currency, formatMoney } from '~/kit/shared/money/money';
import { type EditTexts, valueText } from '~/kit/ui/waiting/waiting-change';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { ChoiceBadge } from '~/kit/ui/elements/Badge';
import { RecordBoard } from '~/kit/ui/board/RecordBoard';
import type { RecordList } from '~/kit/ui/list/useRecordList';
import { type Lead, leadFields, leadStatuses } from '../leads.fields';
import { assigneeOf } from '../leads.rules';
import type { LeadScreen } from './LeadColumns';
import { failedMove, type Leads, moveLead } from './leads.client';
import type { Stages } from './stages.client';
import { useLeadRights } from './rights.client';
import classes from './LeadBoard.module.css';

interface Props {
  screen: LeadScreen;
  leads: Leads;
  stages: Stages;
  list: RecordList<Lead>;
  actions: readonly RowAction<Lead>[];
  onOpen: (lead: Lead) => void;
  /** What the open quotations of a lead come to, in rupees. */
  quotedOf?: (lead: Lead) => number;
}

const stageOf = (lead: Lead) => lead.current_stage_id;
const nameOf = (lead: Lead) => lead.company_name;
const noneQuoted = () => 0;

/**
 * The leads in the columns of their stages; a card moves once the server has confirmed it
 * (docs/product/leads.md#moving-a-lead).
 */
export function LeadBoard(props: Props) {
  const { screen, leads, stages, list, actions, onOpen, quotedOf = noneQuoted } = props;
  const renderCard = useCallback(
    (lead: Lead) => (
      <LeadCard
        lead={lead}
        currency={screen === 'pipeline' ? 'INR' : 'USD'}
        quoted={quotedOf(lead)}
      />
    ),
    [screen, quotedOf],
  );
  const columns = useMemo(
    () =>
      stages.active.map(({ id, stage_name, description }) => ({
        id,
        title: stage_name,
        description,
      })),
    [stages.active],
  );
  const { canEdit } = useLeadRights();
  const move = async (lead: Lead, stageId: number): Promise<'saved' | 'waits'> => {
    try {
      return await moveLead(leads, lead, stageId, textsOf(lead, stageId, columns));
    } catch (error) {
      // The stage may have been removed without this browser hearing of it.
      stages.retry();
      throw error;
    }
  };
  return (
    <RecordBoard
      records={leads}
      loadedColumns={stages}
      list={list}
      plural="leads"
      by="stage"
      columns={columns}
      filter="current_stage_id"
      columnOf={stageOf}
      cardLabel={nameOf}
      renderCard={renderCard}
      cardHeight={116}
      canMove={canEdit}
      onMove={move}
      failedMove={failedMove}
      cardActions={actions}
      onOpenCard={onOpen}
      emptyColumnHint="Drop here"
    />
  );
}

function textsOf(
  lead: Lead,
  stageId: number,
  columns: readonly { id: number; title: string }[],
): EditTexts {
  const choices = columns.map(({ id, title }) => ({ value: String(id), label: title }));
  const shape = { kind: 'link', choices } as const;
  return {
    field: leadFields.current_stage_id.label,
    from: lead.stage_name ?? '',
    to: valueText(shape, stageId),
    shape,
  };
}

interface CardProps {
  lead: Lead;
  currency: Currency;
  /** What its open quotations come to, in rupees. */
  quoted: number;
}

function LeadCard({ lead, currency, quoted }: CardProps) {
  return (
    <div className={classes.card}>
      <div className={classes.line}>{lead.contact_person}</div>
      <div className={classes.details}>
        <ChoiceBadge choices={leadStatuses} value={lead.status} />
        {lead.lead_score === null ? null : <span>Score {lead.lead_score}</span>}
        {lead.annual_revenue === null ? null : (
          <span className={classes.value}>{formatMoney(lead.annual_revenue, currency, 0)}</span>
        )}
      </div>
      {quoted > 0 ? <div className={classes.line}>Quoted {formatMoney(quoted, 'INR')}</div> : null}
      <div className={classes.line}>{assigneeOf(lead) || 'Unassigned'}</div>
    </div>
  );
}
