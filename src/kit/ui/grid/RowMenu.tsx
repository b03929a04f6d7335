import { IconDots } from '@tabler/icons-react';
import { classNames } from '~/kit/ui/theme/classNames';
import { MenuList, menuItem } from '~/kit/ui/elements/MenuList';
import { PopoverPanel } from '~/kit/ui/elements/PopoverPanel';
import { belowEnd } from '~/kit/ui/hooks/useAnchored';
import { usePopover } from '~/kit/ui/hooks/usePopover';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import classes from './DataTableRow.module.css';

interface Props<Row> {
  row: Row;
  actions: readonly RowAction<Row>[];
  tabIndex: number;
}

/** "More actions" of a row: those without an icon, in words. */
export function RowMenu<Row>({ row, actions, tabIndex }: Props<Row>) {
  const { isOpen, close, around, button, panel } = usePopover(belowEnd);
  const choose = ({ onClick }: RowAction<Row>) => {
    // What the action opens gives the focus back to it.
    button.ref.current?.focus();
    close();
    onClick(row);
  };
  return (
    <div {...around}>
      <button
        {...button}
        type="button"
        className={classes.action}
        aria-label="More actions"
        aria-haspopup="menu"
        title="More actions"
        tabIndex={tabIndex}
      >
        <IconDots size={16} aria-hidden />
      </button>
      {isOpen ? (
        <PopoverPanel {...panel} className={classNames(classes.menu)}>
          <MenuList label="More actions" onClose={close}>
            {actions.map((action) => (
              <button
                key={action.key}
                type="button"
                {...menuItem}
                data-danger={action.danger || undefined}
                onClick={() => choose(action)}
              >
                {action.icon}
                {action.label(row)}
              </button>
            ))}
          </MenuList>
        </PopoverPanel>
      ) : null}
    </div>
  );
}
