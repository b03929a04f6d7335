import { useEffect } from 'react';
import { classNames } from '~/kit/ui/theme/classNames';
import { PopoverPanel } from '~/kit/ui/elements/PopoverPanel';
import type { usePopover } from '~/kit/ui/hooks/usePopover';
import { Keys } from '~/kit/ui/keys/Keys';
import { shortcuts } from '~/kit/ui/keys/shortcuts';
import { help, keysOf } from './help';
import classes from './HelpPanel.module.css';

interface Props {
  /** The path of the screen, as in `screens`. */
  path: string;
  panel: ReturnType<typeof usePopover>['panel'];
}

export default function HelpPanel({ path, panel }: Props) {
  const { ref } = panel;
  useEffect(() => ref.current?.focus(), [ref]);
  const screen = help[path];
  if (!screen) return null;
  return (
    <PopoverPanel
      {...panel}
      className={classNames(classes.panel)}
      role="dialog"
      aria-label="Help"
      tabIndex={-1}
    >
      <p>{screen.about}</p>
      <h2>What you can do</h2>
      <ul>
        {screen.actions.map((action) => (
          <li key={action}>{action}</li>
        ))}
      </ul>
      <h2>Keys</h2>
      <dl>
        {keysOf(path).map((name) => (
          <div key={name}>
            <dt>{shortcuts[name].does}</dt>
            <dd>
              <Keys keys={shortcuts[name].keys} />
            </dd>
          </div>
        ))}
      </dl>
      <a href={`/help/${screen.reference}`} target="_blank" rel="noopener">
        Read more in the reference
      </a>
    </PopoverPanel>
  );
}
