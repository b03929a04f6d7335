import type { ReactNode } from 'react';
import { Panel } from './Panel';
import classes from './PanelList.module.css';
import { SoftText } from '~/kit/ui/theme/SoftText';

interface Line {
  key: string | number;
  link: ReactNode;
  /** What tells it from the others. */
  detail: string;
}

interface Props {
  title: string;
  action?: ReactNode;
  lines: readonly Line[];
  /** Further content next to these lines. */
  more?: ReactNode;
  /** Others have the same title: a landmark's would have to be its own. */
  isOneOfMany?: boolean;
}

/** Records under a heading, a line each. */
export function PanelList({ title, action, lines, more, isOneOfMany = false }: Props) {
  return (
    <Panel {...partOf(isOneOfMany)} className={classes.panel} title={title} action={action}>
      <ul>
        {lines.map(({ key, link, detail }) => (
          <li key={key}>
            {link}
            <SoftText as="span" small>
              {detail}
            </SoftText>
          </li>
        ))}
      </ul>
      {more ? (
        <SoftText small className={classes.more}>
          {more}
        </SoftText>
      ) : null}
    </Panel>
  );
}

function partOf(isOneOfMany: boolean) {
  return isOneOfMany ? ({ as: 'div', role: 'group' } as const) : {};
}
