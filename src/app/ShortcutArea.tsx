import { Suspense } from 'react';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { useLatch } from '~/kit/ui/hooks/useLatch';
import { useShortcuts } from '~/kit/ui/keys/useShortcuts';

const ShortcutSheet = lazyPart(() => import('~/kit/ui/keys/ShortcutSheet'));

interface Props {
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The keys that work on every screen, and the sheet that tells them. */
export function ShortcutArea({ opened, onOpen, onClose }: Props) {
  useShortcuts(onOpen);
  if (!useLatch(opened)) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutSheet opened={opened} onClose={onClose} />
    </Suspense>
  );
}
