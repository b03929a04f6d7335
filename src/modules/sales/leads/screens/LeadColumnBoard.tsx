import { useCallback, useMemo } from 'react';
import { Board } from '~/kit/ui/board/Board';
import type { ListState } from '~/kit/ui/data/list-store';
import { type EditTexts, valueText } from '~/kit/ui/data/waiting-change';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import type { RecordList } from '~/kit/ui/list/useRecordList';
import { toast } from '~/kit/ui/elements/toasts';
import { type Lead, leadFields } from '../leads.fields';
import { LeadCard } from './LeadCard';
import type { LeadScreen } from './LeadColumns';
import { failedMove, type Leads, moveLead } from './leads.client';
import type { Stages } from './stages.client';
import { useLeadRights } from './rights.client';

export interface LeadBoardProps {
  screen: LeadScreen;
  leads: Leads;
  stages: Stages;
  list: RecordList<Lead>;
  actions: readonly RowAction<Lead>[];
  onOpen: (lead: Lead) => void;
  /** What the open quotations of a lead come to, in rupees. */
  quotedOf?: (lead: Lead) => number;
}

interface Cards {
  state: ListState;
  cards: readonly Lead[];
  totals?: ReadonlyMap<number, number>;
  onMore?: (stage: number) => void;
}

// Stable references: ten thousand cards are regrouped only when these functions change.
const idOf = (lead: Lead) => lead.id;
export const stageOf = (lead: Lead) => lead.current_stage_id;
const nameOf = (lead: Lead) => lead.company_name;
const noneQuoted = () => 0;

/** The board of some leads; `totals` say how many each stage has where they are only the first. */
export function LeadColumnBoard(props: LeadBoardProps & Cards) {
  const { screen, leads, stages, actions, onOpen, quotedOf = noneQuoted } = props;
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
      cards={props.cards}
      {...(props.totals ? { totals: props.totals } : {})}
      {...(props.onMore ? { onMore: props.onMore } : {})}
      cardId={idOf}
      columnOf={stageOf}
      cardLabel={nameOf}
      renderCard={renderCard}
      canMove={canEdit}
      onMove={move}
      onRefused={(message) => toast('error', `${failedMove}: ${message}`)}
      cardActions={actions}
      onOpenCard={onOpen}
      state={bothStates(props.state, stages.state)}
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
