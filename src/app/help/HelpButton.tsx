import { useMatches } from '@tanstack/react-router';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { Suspense } from 'react';
import { classNames } from '~/kit/ui/theme/classNames';
import { belowStart } from '~/kit/ui/hooks/useAnchored';
import { usePopover } from '~/kit/ui/hooks/usePopover';
import classes from './HelpButton.module.css';

const HelpPanel = lazyPart(() => import('./HelpPanel'));

/** "?" next to the title of each screen (docs/product/screens.md#help). */
export function HelpButton() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' });
  const { isOpen, around, button, panel } = usePopover(belowStart);
  return (
    <div {...around}>
      <button
        {...button}
        type="button"
        className={classNames(classes.button)}
        aria-label="Help"
        aria-haspopup="dialog"
      >
        ?
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <HelpPanel path={path} panel={panel} />
        </Suspense>
      ) : null}
    </div>
  );
}
