import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import type { RowAction } from './tableColumn';

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

/** Gives up its place as an icon, in those rows, where others need it. */
export function secondary<Row>(
  action: RowAction<Row>,
  isSecondary: (row: Row) => boolean = everywhere,
): RowAction<Row> {
  return { ...action, isSecondary };
}
