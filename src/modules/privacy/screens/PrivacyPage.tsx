import { Skeleton } from '@mantine/core';
import { FailedState } from '~/kit/ui/elements/ListStates';
import { Page } from '~/kit/ui/shell/Page';
import { ConsentList } from './ConsentList';
import { DataRights } from './DataRights';
import { PolicyInfo } from './PolicyInfo';
import { PrivacySection } from './PrivacySection';
import { usePrivacy } from './privacy.client';
import './PrivacyPage.css';

/** "Privacy Settings" (docs/product/privacy.md). */
export default function PrivacyPage() {
  const { data, isError, refetch } = usePrivacy();
  return (
    <Page
      title="Privacy Settings"
      subtitle="What you agree to, what is stored about you, and what you can do about it"
    >
      {data ? (
        <div className="privacy">
          <PrivacySection title="Consent Preferences">
            <ConsentList consents={data.consents} />
          </PrivacySection>
          <PrivacySection title="Your Data Rights">
            <DataRights />
          </PrivacySection>
          <PolicyInfo policy={data.policy} />
        </div>
      ) : isError ? (
        <div className="privacy-section">
          <FailedState text="Failed to load privacy settings" onRetry={() => void refetch()} />
        </div>
      ) : (
        <Loading />
      )}
    </Page>
  );
}

const heights = [284, 260, 420];

function Loading() {
  return (
    <div className="privacy" role="status" aria-label="Loading...">
      {heights.map((height) => (
        <Skeleton key={height} height={height} radius="md" />
      ))}
    </div>
  );
}
