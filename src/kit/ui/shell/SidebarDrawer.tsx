import { useClickOutside } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { MenuEntry } from '~/kit/ui/elements/menu';
import { SidebarMenu } from './SidebarMenu';
import { HeaderButton } from './HeaderButton';
import classes from './Sidebar.module.css';

interface SidebarDrawerProps {
  opened: boolean;
  onClose: () => void;
  entries: readonly MenuEntry[];
}

export default function SidebarDrawer({ opened, onClose, entries }: SidebarDrawerProps) {
  const panel = useClickOutside<HTMLDivElement>(() => {
    if (opened) onClose();
  });
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
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
        <nav className={classes.nav} aria-label="Main">
          <SidebarMenu entries={entries} onNavigate={onClose} />
        </nav>
      </div>
    </dialog>
  );
}
