import {
  IconEye,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { attempt, orTryAgain } from '~/kit/ui/calls/reportFailure';
import { toast } from '~/kit/ui/messages/toasts';
import type { RowAction } from '~/kit/ui/columns/tableColumn';

type Action = <Row>(
  onClick: (row: Row) => void,
  isOffered?: (row: Row) => boolean,
) => RowAction<Row>;

const everywhere = () => true;

/** Opens a record's details; named and marked the same in every list. */
export const viewAction: Action = (onClick, isOffered = everywhere) => ({
  key: 'view',
  label: () => 'View',
  icon: <IconEye size={16} />,
  onClick,
  isOffered,
});

export const editAction: Action = (onClick, isOffered = everywhere) => ({
  key: 'edit',
  label: () => 'Edit',
  icon: <IconPencil size={16} />,
  onClick,
  isOffered,
});

export const deleteAction: Action = (onClick, isOffered = everywhere) => ({
  key: 'delete',
  label: () => 'Delete',
  icon: <IconTrash size={16} />,
  onClick,
  isOffered,
  danger: true,
});

interface Turned {
  id: number;
  is_active: boolean;
}

/** Turns a record off, or on again; `noun` such as `Webhook`. */
export function turnActions(
  noun: string,
  update: (id: number, patch: Pick<Turned, 'is_active'>) => Promise<unknown>,
): readonly RowAction<Turned>[] {
  const turning = (is_active: boolean): RowAction<Turned> => {
    const word = is_active ? 'On' : 'Off';
    return {
      key: word,
      label: () => `Turn ${word}`,
      icon: is_active ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />,
      isOffered: (row) => row.is_active !== is_active,
      onClick: ({ id }) =>
        void attempt(orTryAgain(`Failed to update ${noun.toLowerCase()}`), async () => {
          await update(id, { is_active });
          toast('success', `${noun} turned ${word.toLowerCase()} successfully`);
        }),
    };
  };
  return [turning(false), turning(true)];
}

/** Gives up its place as an icon, in those rows, where others need it. */
export function secondary<Row>(
  action: RowAction<Row>,
  isSecondary: (row: Row) => boolean = everywhere,
): RowAction<Row> {
  return { ...action, isSecondary };
}
