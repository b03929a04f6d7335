import { Suspense } from 'react';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { type LeadBoardProps, LeadColumnBoard } from './LeadColumnBoard';

// Few have so many leads.
const LongLeadBoard = lazyPart(async () => (await import('./LongLeadBoard')).LongLeadBoard);

/**
 * The leads in the columns of their stages; a card moves once the server has confirmed it
 * (docs/product/leads.md#moving-a-lead).
 */
export function LeadBoard(props: LeadBoardProps) {
  const { leads, list } = props;
  if (!leads.long) return <LeadColumnBoard {...props} state={leads.state} cards={list.rows} />;
  return (
    <Suspense fallback={<LeadColumnBoard {...props} state="loading" cards={list.rows} />}>
      <LongLeadBoard {...props} long={leads.long} />
    </Suspense>
  );
}
