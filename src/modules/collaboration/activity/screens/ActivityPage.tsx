import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import { Page } from '~/kit/ui/shell/Page';
import { type FeedChoice, feedChoices } from '../activity.rules';
import { ActivityLines } from './ActivityLines';
import { type Feed, useFeed } from './activity.client';
import { Panel } from '~/kit/ui/elements/Panel';
import classes from './ActivityPage.module.css';
import { useStockUses } from '~/modules/organization/company/screens/settings.client';
import { isKindShown } from '~/modules/organization/company/stock-uses.rules';

export default function ActivityPage() {
  const [choice, setChoice] = useState<FeedChoice>('');
  const feed = useFeed(choice);
  const uses = useStockUses();
  return (
    <Page
      fill
      title="Activity Feed"
      subtitle="Recent changes across the company"
      actions={
        <NativeSelect
          aria-label="Filter activities"
          data={feedChoices.filter((each) => isKindShown(each.value, uses))}
          value={choice}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setChoice(feedChoices.find((each) => each.value === value)?.value ?? '');
          }}
        />
      }
    >
      <Panel
        className={classes.feed}
        aria-label="Activities"
        aria-busy={feed.state === 'loading' || feed.isEarlier}
      >
        <Face key={choice} feed={feed} isFiltered={choice !== ''} />
      </Panel>
    </Page>
  );
}

function Face({ feed, isFiltered }: { feed: Feed; isFiltered: boolean }) {
  if (feed.state === 'loading' || feed.isEarlier)
    return <LoadingRows columns={2} text="Loading activities..." />;
  if (feed.state === 'failed')
    return <FailedState text="Activities could not be loaded" onRetry={feed.retry} />;
  if (feed.lines.length === 0)
    return (
      <EmptyState
        text={isFiltered ? 'No activities match the selected filter' : 'No activities found'}
        hint="New and changed records appear here."
        action={null}
      />
    );
  return <ActivityLines feed={feed} />;
}
