import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import classes from './GlobalSearch.module.css';

const load = () => import('./SearchDialog');
const SearchDialog = lazy(async () => ({ default: (await load()).SearchDialog }));

/** The global search of every screen: a button in the header, or Ctrl+K. */
export default function GlobalSearch() {
  const [opened, setOpened] = useState(false);
  const everOpened = useOnceTrue(opened);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      // Preloads the dialog, so that keys typed right after Ctrl+K reach its input.
      if (event.key === 'Control' || event.key === 'Meta') void load();
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      // The browser's own Ctrl+K focuses its address bar.
      event.preventDefault();
      // An open dialog takes precedence.
      if (!document.querySelector('[aria-modal="true"]')) setOpened(true);
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
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
          <SearchDialog opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
