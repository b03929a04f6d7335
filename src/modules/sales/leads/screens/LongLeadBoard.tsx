import { useMemo } from 'react';
import type { LongList } from '~/kit/ui/data/long-list';
import { useLongBoard } from '~/kit/ui/data/useLongBoard';
import { queryOf } from '~/kit/ui/list/useLongRows';
import type { Lead } from '../leads.fields';
import { LeadColumnBoard, type LeadBoardProps, stageOf } from './LeadColumnBoard';

/** The board of leads too many to be here: the first of each stage, and more of them when asked (docs/product/leads.md#very-many-leads). */
export function LongLeadBoard(props: LeadBoardProps & { long: LongList<Lead> }) {
  const { long, list, stages } = props;
  const { serverFilters, columns, sort } = list;
  const queries = useMemo(() => {
    const chosen = serverFilters['current_stage_id'] ?? '';
    const shown = stages.active.filter(({ id }) => chosen === '' || chosen === String(id));
    return new Map(
      shown.map(({ id }) => {
        const filters = { ...serverFilters, has_stage: '', current_stage_id: String(id) };
        return [id, queryOf({ columns, sort, filters })];
      }),
    );
  }, [stages.active, serverFilters, columns, sort]);
  const { state, cards, totals, more } = useLongBoard(long, queries, stageOf);
  return <LeadColumnBoard {...props} state={state} cards={cards} totals={totals} onMore={more} />;
}
