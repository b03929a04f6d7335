import { Menu } from '@mantine/core';
import { type ReactNode, type Ref, useLayoutEffect } from 'react';

interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  /** Red, and set apart: what cannot be taken back. */
  danger?: boolean;
}

interface Props {
  /** The button that opened it. */
  button: HTMLElement | null;
  label: string;
  opened: boolean;
  onClose: () => void;
  items: readonly MenuItem[];
}

/** One menu for all the cards of a board: a menu of its own in each would cost more than the cards. */
export function BoardMenu({ button, label, opened, onClose, items }: Props) {
  return (
    <Menu
      opened={opened}
      onChange={(open) => {
        if (!open) onClose();
      }}
      position="bottom-end"
      offset={4}
      returnFocus={false}
      // An empty element that takes the focus is nothing that a menu may hold.
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <Anchor element={button} />
      </Menu.Target>
      <Menu.Dropdown data-board-menu aria-label={label}>
        <Menu.Label c="var(--ink-soft)">{label}</Menu.Label>
        {items.map((item) => (
          <Menu.Item
            key={item.label}
            leftSection={item.icon}
            {...(item.danger ? { color: 'red' } : {})}
            onClick={item.onSelect}
          >
            {item.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Stands for the button of a card, which the menu is placed at and which is rendered elsewhere. */
function Anchor({ element, ref }: { element: HTMLElement | null; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  }, [element, ref]);
  return null;
}
