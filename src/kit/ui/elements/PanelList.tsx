import type { ReactNode } from 'react';
import { Panel } from './Panel';
import classes from './PanelList.module.css';
import { SoftText } from './SoftText';

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
  /** What there is beside these lines. */
  more?: ReactNode;
}

/** Records under a heading, a line each. */
export function PanelList({ title, action, lines, more }: Props) {
  return (
    <Panel as="div" role="group" className={classes.panel} title={title} action={action}>
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
