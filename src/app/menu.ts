import { IconTargetArrow } from '@tabler/icons-react';
import type { MenuEntry } from '~/kit/ui/menu';
import type { ProfileEntry } from '~/kit/ui/ProfileMenu';

/** The sidebar in the order of spec 1 §2.3; an entry appears when its screen lands. */
export function menuEntries(_role: 'admin' | 'user'): readonly MenuEntry[] {
  return [{ label: 'Leads', to: '/leads', icon: IconTargetArrow }];
}

/** The profile menu in the order of spec 1 §2.3. */
export const profileEntries: readonly ProfileEntry[] = [];
