import { useCallback, useMemo } from 'react';
import { Board } from '~/kit/ui/board/Board';
import type { ListState } from '~/kit/ui/data/list-store';
import { type EditTexts, valueText } from '~/kit/ui/data/waiting-change';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { BoardCards, type ShownCards } from '~/kit/ui/list/BoardCards';
import type { RecordList } from '~/kit/ui/list/useRecordList';
import { toast } from '~/kit/ui/elements/toasts';
import { type Lead, leadFields } from '../leads.fields';
import { LeadCard } from './LeadCard';
import type { LeadScreen } from './LeadColumns';
import { failedMove, type Leads, moveLead } from './leads.client';
import type { Stages } from './stages.client';
import { useLeadRights } from './rights.client';

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

// Stable references: ten thousand cards are regrouped only when these functions change.
const idOf = (lead: Lead) => lead.id;
const stageOf = (lead: Lead) => lead.current_stage_id;
const nameOf = (lead: Lead) => lead.company_name;
const noneQuoted = () => 0;

/**
 * The leads in the columns of their stages; a card moves once the server has confirmed it
 * (docs/product/leads.md#moving-a-lead).
 */
export function LeadBoard(props: Props) {
  const { leads, list, stages } = props;
  return (
    <BoardCards
      records={leads}
      list={list}
      columns={stages.active}
      filter="current_stage_id"
      columnOf={stageOf}
    >
      {(shown) => <StageBoard {...props} shown={shown} />}
    </BoardCards>
  );
}

function StageBoard(props: Props & { shown: ShownCards<Lead, number> }) {
  const { shown, screen, leads, stages, actions, onOpen, quotedOf = noneQuoted } = props;
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
    <Board
      label="Leads by stage"
      columns={columns}
      {...shown}
      cardId={idOf}
      columnOf={stageOf}
      cardLabel={nameOf}
      renderCard={renderCard}
      canMove={canEdit}
      onMove={move}
      onRefused={(message) => toast('error', `${failedMove}: ${message}`)}
      cardActions={actions}
      onOpenCard={onOpen}
      state={bothStates(shown.state, stages.state)}
      loadingText="Loading leads..."
      onRetry={() => {
        leads.retry();
        stages.retry();
      }}
      emptyColumnText="No leads"
      emptyColumnHint="Drop here"
      estimatedCardHeight={116}
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

function bothStates(one: ListState, other: ListState): ListState {
  if (one === 'failed' || other === 'failed') return 'failed';
  return one === 'loading' || other === 'loading' ? 'loading' : 'ready';
}
