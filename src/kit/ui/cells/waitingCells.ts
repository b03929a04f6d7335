import type { WaitingChange } from '~/kit/ui/waiting/waiting-change';
import { waitingIn } from '~/kit/ui/waiting/waiting-rows';
import type { Column } from '~/kit/ui/columns/tableColumn';

export function waitingAt<Row extends object>(
  row: Row,
  { edit }: Column<Row>,
): WaitingChange | undefined {
  return edit && waitingIn(row)?.get(edit.field);
}

/** A cell's text; a link that waits still has its former record's name in the row. */
export function textAt<Row extends object>(row: Row, column: Column<Row>): string {
  const waiting = waitingAt(row, column);
  return waiting && column.edit?.kind === 'choice' ? waiting.words.to : column.text(row);
}
