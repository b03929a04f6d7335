import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { isDialogOpen } from '~/kit/ui/keys/openDialogs';
import { useLatch } from '~/kit/ui/hooks/useLatch';
import { useEarlyKeys } from './useEarlyKeys';
import classes from './GlobalSearch.module.css';

export interface SearchOpening {
  opened: boolean;
  onClose: () => void;
  /** What was typed before the dialog was there. */
  early: () => string;
}

interface Props {
  /** Loads the code of the dialog. */
  load: () => Promise<unknown>;
  children: (opening: SearchOpening) => ReactNode;
}

/** The search and the commands of every screen: a button in the header, or Ctrl+K. */
export function GlobalSearch({ load, children }: Props) {
  const [opened, setOpened] = useState(false);
  const everOpened = useLatch(opened);
  const early = useEarlyKeys(opened);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      // Preloads the dialog, so that keys typed right after Ctrl+K reach its input.
      if (event.key === 'Control' || event.key === 'Meta') void load();
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      // The browser's own Ctrl+K focuses its address bar.
      event.preventDefault();
      // An open dialog takes precedence.
      if (!isDialogOpen()) setOpened(true);
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, [load]);
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpened(true)}
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <span className={classes.buttonText}>Search</span>
        <kbd>Ctrl K</kbd>
      </button>
      {everOpened ? (
        <Suspense fallback={null}>
          {children({ opened, onClose: () => setOpened(false), early })}
        </Suspense>
      ) : null}
    </>
  );
}
