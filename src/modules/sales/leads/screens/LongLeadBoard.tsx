import { useMemo } from 'react';
import type { LongList } from '~/kit/ui/data/long-list';
import { useLongBoard } from '~/kit/ui/data/useLongBoard';
import { askedOf } from '~/kit/ui/list/useLongRows';
import type { Lead } from '../leads.fields';
import { LeadColumnBoard, type LeadBoardProps, stageOf } from './LeadColumnBoard';

/** The board of leads too many to be here: the first of each stage, and more of them when asked (docs/product/leads.md#very-many-leads). */
export function LongLeadBoard(props: LeadBoardProps & { long: LongList<Lead> }) {
  const { long, list, stages } = props;
  const { asked, columns, sort } = list;
  const queries = useMemo(() => {
    const chosen = asked['current_stage_id'] ?? '';
    const shown = stages.active.filter(({ id }) => chosen === '' || chosen === String(id));
    return new Map(
      shown.map(({ id }) => {
        const filters = { ...asked, has_stage: '', current_stage_id: String(id) };
        return [id, askedOf({ columns, sort, filters })];
      }),
    );
  }, [stages.active, asked, columns, sort]);
  const { state, cards, totals, more } = useLongBoard(long, queries, stageOf);
  return <LeadColumnBoard {...props} state={state} cards={cards} totals={totals} onMore={more} />;
}
