import { useClickOutside } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { SidebarMenu, type SidebarMenuProps, SidebarNav } from './SidebarMenu';
import { HeaderButton } from './HeaderButton';
import classes from './Sidebar.module.css';

interface SidebarDrawerProps extends SidebarMenuProps {
  opened: boolean;
  onClose: () => void;
}

export default function SidebarDrawer({ opened, onClose, ...menu }: SidebarDrawerProps) {
  const panel = useClickOutside<HTMLDivElement>(() => {
    if (opened) onClose();
  });
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the menu scrolls to the current page's entry, which it can only where it is shown.
  useLayoutEffect(() => {
    if (opened) dialog.current?.showModal();
    else dialog.current?.close();
  }, [opened]);
  return (
    <dialog ref={dialog} className={classes.drawer} aria-label="Menu" onClose={onClose}>
      <div ref={panel} className={classes.drawerPanel}>
        <div className={classes.drawerHead}>
          <span>Menu</span>
          <HeaderButton aria-label="Close menu" onClick={onClose}>
            <IconX size={20} stroke={1.75} aria-hidden="true" />
          </HeaderButton>
        </div>
        <SidebarNav isShown={opened}>
          <SidebarMenu {...menu} onNavigate={onClose} />
        </SidebarNav>
      </div>
    </dialog>
  );
}
