import { Menu } from '@mantine/core';
import { type ReactNode, type Ref, useLayoutEffect } from 'react';

interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
}

interface Props {
  button: HTMLElement | null;
  label: string;
  opened: boolean;
  onClose: () => void;
  items: readonly MenuItem[];
}

/** One menu for all cards of a board: one for each would cost more than the cards. */
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

/** Makes the card's button, which is rendered elsewhere, the menu's anchor. */
function Anchor({ element, ref }: { element: HTMLElement | null; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  }, [element, ref]);
  return null;
}
