import { Button } from '@mantine/core';
import { offeredActions, type RowAction } from '~/kit/ui/columns/tableColumn';
import { focusTableWhenLost } from '~/kit/ui/hooks/focusTable';
import { MoreActions } from './MoreActions';

interface ActionsProps<Row> {
  row: Row;
  actions: readonly RowAction<Row>[];
}

/** What a list offers for one of its rows, as the buttons of that record's page. */
export function RecordActions<Row>({ row, actions }: ActionsProps<Row>) {
  const offered = offeredActions(actions, row).filter(
    ({ key, isInDetails }) => key !== 'view' && !isInDetails,
  );
  // The first choice is last, as in a dialog.
  const inOrder = [...offered].sort((a, b) => rankOf(a) - rankOf(b));
  const buttons = inOrder.map((action) => (
    <Button
      key={action.key}
      ref={passFocusOn}
      size="sm"
      variant={isFirst(action) ? 'filled' : 'default'}
      data-shortcut={action.key === 'edit' ? 'edit' : undefined}
      {...(action.danger ? { c: 'red' } : {})}
      leftSection={action.icon}
      onClick={() => action.onClick(row)}
    >
      {action.label(row)}
    </Button>
  ));
  const last = inOrder.at(-1);
  const others = last && isFirst(last) ? buttons.slice(0, -1) : buttons;
  if (others.length < 3) return buttons;
  return (
    <>
      <MoreActions>{others}</MoreActions>
      {buttons.slice(others.length)}
    </>
  );
}

/** An action that had the focus may be gone once it is done. */
function passFocusOn(button: HTMLButtonElement | null) {
  return () => {
    if (document.activeElement === button) queueMicrotask(focusTableWhenLost);
  };
}

function rankOf<Row>(action: RowAction<Row>): number {
  if (isFirst(action)) return 2;
  return action.danger ? 0 : 1;
}

function isFirst<Row>({ key, isFirst: isChosen = key === 'edit' }: RowAction<Row>): boolean {
  return isChosen;
}
