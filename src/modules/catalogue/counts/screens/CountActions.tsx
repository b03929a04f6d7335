import { IconChecks, IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { toast } from '~/kit/ui/messages/toasts';
import { deleteAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Count } from '../counts.fields';
import { canCountIn } from '../counts.rules';
import { saveSheet } from './counts.client';

/** The actions with a question before them. */
export const countAsks = ['post', 'delete'] as const;
type CountAsk = (typeof countAsks)[number];

/** The actions of counts; `ask` asks before posting and deleting. */
export function useCountActions(
  ask: Readonly<Record<CountAsk, (count: Count) => void>>,
  { isWaiting = false } = {},
): readonly RowAction<Count>[] {
  const mayUpdate = useMay('stock.update').ok;
  const mayDelete = useMay('stock.delete').ok;
  return useMemo(
    () => [
      {
        key: 'sheet',
        label: () => 'Count Sheet',
        icon: <IconDownload size={16} />,
        onClick: (count) => void saveSheet(count),
      },
      {
        key: 'post',
        label: () => 'Post Count',
        icon: <IconChecks size={16} />,
        onClick: (count) =>
          isWaiting
            ? toast('error', 'Answer or dismiss what was not counted first')
            : ask.post(count),
        isOffered: (count) => mayUpdate && canCountIn(count).ok,
        isFirst: true,
      },
      deleteAction(ask.delete, (count) => mayDelete && canCountIn(count).ok),
    ],
    [ask, isWaiting, mayUpdate, mayDelete],
  );
}

/** The actions of a count's page, and the open question. */
export function useCountQuestions({ isWaiting }: { isWaiting: boolean }) {
  const [ask, setAsk] = useState<CountAsk | null>(null);
  const asks = useMemo(() => ({ post: () => setAsk('post'), delete: () => setAsk('delete') }), []);
  const actions = useCountActions(asks, { isWaiting });
  return { actions, ask, close: () => setAsk(null) };
}

export interface CountQuestionsState {
  ask: CountAsk | null;
  close: () => void;
}
