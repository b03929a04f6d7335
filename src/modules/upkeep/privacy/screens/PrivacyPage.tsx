import { Skeleton } from '@mantine/core';
import { FailedState } from '~/kit/ui/messages/ListStates';
import { Page } from '~/kit/ui/shell/Page';
import { ConsentList } from './ConsentList';
import { DataRights } from './DataRights';
import { PolicyInfo } from './PolicyInfo';
import { Panel } from '~/kit/ui/elements/Panel';
import { usePrivacy } from './privacy.client';
import classes from './PrivacyPage.module.css';

export default function PrivacyPage() {
  const { data, isError, refetch } = usePrivacy();
  return (
    <Page
      title="Privacy Settings"
      subtitle="Your consents, the data stored about you, and your rights"
    >
      {data ? (
        <div className={classes.privacy}>
          <Panel title="Consent Preferences">
            <ConsentList consents={data.consents} />
          </Panel>
          <Panel title="Your Data Rights">
            <DataRights />
          </Panel>
          <PolicyInfo policy={data.policy} />
        </div>
      ) : isError ? (
        <Panel as="div">
          <FailedState text="Failed to load privacy settings" onRetry={() => void refetch()} />
        </Panel>
      ) : (
        <Loading />
      )}
    </Page>
  );
}

const heights = [284, 260, 420];

function Loading() {
  return (
    <div className={classes.privacy} role="status" aria-label="Loading...">
      {heights.map((height) => (
        <Skeleton key={height} height={height} radius="md" />
      ))}
    </div>
  );
}
