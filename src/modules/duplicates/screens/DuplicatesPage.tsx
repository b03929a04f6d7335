import { Skeleton } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { counted } from '~/kit/shared/money/numbers';
import { LoadFailed } from '~/kit/ui/elements/LoadFailed';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { ViewToggle } from '~/kit/ui/elements/ViewToggle';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { Page } from '~/kit/ui/shell/Page';
import type { DuplicateRecords } from '../duplicates.fields';
import { type DuplicateSubject, useDuplicates } from './duplicates.client';
import classes from './DuplicatesPage.module.css';

interface Props {
  /** Of the kinds that the person may read, at least one. */
  subjects: readonly DuplicateSubject[];
}

/** "Duplicates" (docs/product/duplicates.md); `?type=customers` in the address says of what. */
export function DuplicatesPage({ subjects }: Props) {
  const search = useRouterState({ select: (state) => state.location.searchStr });
  const navigate = useNavigate();
  const type = new URLSearchParams(search).get('type');
  const subject = subjects.find(({ kind }) => kind === type) ?? subjects[0];
  if (!subject) return null;
  return (
    <Page
      title="Duplicates"
      subtitle="Records that are likely the same"
      actions={
        <ViewToggle
          label="Kind of records"
          views={subjects.map(({ kind, plural }) => ({ value: kind, label: plural }))}
          value={subject.kind}
          onChange={(kind) => void navigate({ href: `/duplicates?type=${kind}`, replace: true })}
        />
      }
    >
      <Groups key={subject.kind} subject={subject} />
    </Page>
  );
}

function Groups({ subject }: { subject: DuplicateSubject }) {
  const { data, state, retry } = useDuplicates(subject.kind);
  if (state === 'failed')
    return <LoadFailed text="Duplicates could not be looked for." onRetry={retry} />;
  if (!data) return <Skeleton height={240} />;
  if (data.length === 0)
    return (
      <Panel padded>
        <SoftText>No duplicates found among the {subject.plural.toLowerCase()}.</SoftText>
      </Panel>
    );
  return (
    <>
      <SoftText role="status" className={classes.count}>
        {counted(data.length, 'group')} found
      </SoftText>
      {data.map((group) => (
        <Group key={group.records.map(({ id }) => id).join(' ')} subject={subject} group={group} />
      ))}
    </>
  );
}

interface GroupProps {
  subject: DuplicateSubject;
  group: DuplicateRecords;
}

function Group({ subject, group: { why, records } }: GroupProps) {
  return (
    <Panel className={classes.group} title={why.join(' · ')}>
      <ul>
        {records.map(({ id, label, detail }) => (
          <li key={id}>
            <RecordLink path={subject.path} id={id}>
              {label}
            </RecordLink>
            <SoftText as="span" small>
              {detail}
            </SoftText>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
