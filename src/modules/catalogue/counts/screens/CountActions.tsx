import { IconChecks, IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { toast } from '~/kit/ui/elements/toasts';
import { deleteAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Count } from '../counts.fields';
import { canCountIn } from '../counts.rules';
import { saveSheet } from './counts.client';

/** The actions of a count's page, and the open question. */
export function useCountQuestions({ isWaiting }: { isWaiting: boolean }) {
  const mayUpdate = useMay('stock.update').ok;
  const mayDelete = useMay('stock.delete').ok;
  const [ask, setAsk] = useState<'post' | 'delete' | null>(null);
  const actions = useMemo<readonly RowAction<Count>[]>(
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
        onClick: () =>
          isWaiting
            ? toast('error', 'Answer or dismiss what was not counted first')
            : setAsk('post'),
        isOffered: (count) => mayUpdate && canCountIn(count).ok,
        isFirst: true,
      },
      deleteAction(
        () => setAsk('delete'),
        (count) => mayDelete && canCountIn(count).ok,
      ),
    ],
    [isWaiting, mayUpdate, mayDelete],
  );
  return { actions, ask, close: () => setAsk(null) };
}

export type CountQuestionsState = ReturnType<typeof useCountQuestions>;
