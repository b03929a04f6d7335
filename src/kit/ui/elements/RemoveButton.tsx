import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

interface Props {
  label: string;
  onRemove: () => void;
  className?: string;
}

/** Removes a row of a form. The focus moves to the next button: that of the next row, or the one that adds a row. */
export function RemoveButton({ label, onRemove, className = '' }: Props) {
  return (
    <ActionIcon
      className={className}
      variant="subtle"
      color="gray"
      size={34}
      aria-label={label}
      onClick={({ currentTarget }) => {
        nextButton(currentTarget)?.focus();
        onRemove();
      }}
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  );
}

function nextButton(button: HTMLButtonElement): HTMLButtonElement | undefined {
  const buttons = button.closest('[role="dialog"]')?.querySelectorAll('button') ?? [];
  return [...buttons].find(
    (each) =>
      !each.disabled &&
      button.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING &&
      each.tabIndex >= 0,
  );
}
