import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import type { Policy } from '../privacy.fields';
import { Panel } from '~/kit/ui/elements/Panel';
import classes from './PrivacyPage.module.css';

const PolicyForm = lazyDialog('opened', () => import('./PolicyForm'));

export function PolicyInfo({ policy }: { policy: Policy }) {
  const isAdmin = useSession().role === 'admin';
  const [editing, setEditing] = useState(false);
  const edit = isAdmin ? (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPencil size={14} aria-hidden />}
      onClick={() => setEditing(true)}
    >
      Edit Privacy Information
    </Button>
  ) : null;
  return (
    <Panel title="Privacy Information" action={edit}>
      <dl className={classes.details}>
        <Detail term="Data Controller">{policy.dataController}</Detail>
        <Detail term="Contact">{policy.contact}</Detail>
      </dl>
      <div className={classes.right}>
        <h3>Data Retention Periods</h3>
        <dl className={classes.periods}>
          {Object.entries(policy.dataRetentionPeriods).map(([item, period]) => (
            <Detail key={item} term={item}>
              {period}
            </Detail>
          ))}
        </dl>
      </div>
      <Lines title="Your Rights" lines={policy.userRights} />
      <Lines title="Data Processing Purposes" lines={policy.dataProcessingPurposes} />
      <PolicyForm policy={policy} opened={editing} onClose={() => setEditing(false)} />
    </Panel>
  );
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div className={classes.right}>
      <h3>{title}</h3>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
