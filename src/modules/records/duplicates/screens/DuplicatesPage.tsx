import { Button, Skeleton } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { counted } from '~/kit/shared/money/numbers';
import { EmptyState } from '~/kit/ui/messages/ListStates';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { Panel } from '~/kit/ui/elements/Panel';
import { PanelList } from '~/kit/ui/elements/PanelList';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { ViewToggle } from '~/kit/ui/inputs/ViewToggle';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { Page } from '~/kit/ui/shell/Page';
import type { DuplicateRecords } from '../duplicates.fields';
import { type DuplicateSubject, useDuplicates } from './duplicates.client';
import classes from './DuplicatesPage.module.css';
import { lists } from '~/modules/organization/kinds/kinds.rules';

const MergeDialog = lazyDialog('ids', () => import('./MergeDialog'));

interface Props {
  /** Of the kinds that the person may read, at least one. */
  subjects: readonly DuplicateSubject[];
  mayMerge: (subject: DuplicateSubject) => boolean;
}

/** "Duplicates" (docs/product/duplicates.md); `?type=customers` in the address says of what. */
export function DuplicatesPage({ subjects, mayMerge }: Props) {
  const search = useRouterState({ select: (state) => state.location.searchStr });
  const navigate = useNavigate();
  const type = new URLSearchParams(search).get('type');
  const subject = subjects.find(({ kind }) => kind === type) ?? subjects[0];
  if (!subject) return null;
  return (
    <Page
      title="Duplicates"
      subtitle="Find and merge records that are likely the same"
      actions={
        <ViewToggle
          label="Record type"
          views={subjects.map(({ kind }) => ({ value: kind, label: lists[kind].plural }))}
          value={subject.kind}
          onChange={(kind) => void navigate({ href: `/duplicates?type=${kind}`, replace: true })}
        />
      }
    >
      <Groups key={subject.kind} subject={subject} mayMerge={mayMerge(subject)} />
    </Page>
  );
}

function Groups({ subject, mayMerge }: { subject: DuplicateSubject; mayMerge: boolean }) {
  const { data, state, retry } = useDuplicates(subject.kind);
  const [merged, setMerged] = useState<readonly [number, number] | null>(null);
  if (state === 'failed')
    return <LoadFailed text="The search for duplicates failed." onRetry={retry} />;
  if (!data) return <Skeleton height={240} />;
  if (data.length === 0)
    return (
      <Panel as="div">
        <EmptyState
          text={`No duplicate ${lists[subject.kind].plural.toLowerCase()} found.`}
          hint="Names that sound alike, email addresses, phone numbers and codes are compared."
          action={null}
        />
      </Panel>
    );
  return (
    <>
      <SoftText role="status" className={classes.count}>
        {counted(data.length, 'group')} found
      </SoftText>
      {data.map((group) => (
        <Group
          key={group.records.map(({ id }) => id).join(' ')}
          subject={subject}
          group={group}
          onMerge={mayMerge ? setMerged : null}
        />
      ))}
      <MergeDialog
        subject={subject}
        ids={merged}
        onClose={() => setMerged(null)}
        onMerged={retry}
      />
    </>
  );
}

interface GroupProps {
  subject: DuplicateSubject;
  group: DuplicateRecords;
  onMerge: ((ids: readonly [number, number]) => void) | null;
}

function Group({ subject, group: { why, records }, onMerge }: GroupProps) {
  const [first, second] = records;
  return (
    <PanelList
      isOneOfMany
      title={why.join(' · ')}
      action={
        onMerge && first && second ? (
          <Button
            variant="default"
            onClick={() => onMerge([first.id, second.id])}
            aria-description={`${first.label} and ${second.label}`}
          >
            Merge
          </Button>
        ) : null
      }
      lines={records.map(({ id, label, detail }) => ({
        key: id,
        link: <RecordLink path={lists[subject.kind].path} id={id} name={label} />,
        detail,
      }))}
    />
  );
}
