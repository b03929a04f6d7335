import { Button, Skeleton } from '@mantine/core';
import { IconDatabaseExport, IconShieldCheck } from '@tabler/icons-react';
import { attempt } from '~/kit/ui/calls/reportFailure';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { toast } from '~/kit/ui/messages/toasts';
import { Page } from '~/kit/ui/shell/Page';
import { BackupsPanel } from './BackupsPanel';
import { ChecksPanel } from './ChecksPanel';
import { backUpNow, useBackups, useChecks, verifyNow } from './maintenance.client';

/** "Backups": what the server backed up and checked, for administrators (docs/product/backups.md#screen). */
export default function BackupsPage() {
  const backups = useBackups();
  const checks = useChecks();
  const hasFailed = backups.state === 'failed' || checks.state === 'failed';
  const retry = () => {
    backups.retry();
    checks.retry();
  };
  return (
    <Page
      title="Backups"
      subtitle="Backups and data integrity checks"
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconShieldCheck size={16} aria-hidden />}
            onClick={() => void ask(verifyNow, 'Checks started')}
          >
            Verify now
          </Button>
          <Button
            leftSection={<IconDatabaseExport size={16} aria-hidden />}
            disabled={backups.data?.folder === null}
            onClick={() => void ask(backUpNow, 'Backup started')}
          >
            Back up now
          </Button>
        </>
      }
    >
      {hasFailed ? (
        <LoadFailed text="The backups could not be loaded." onRetry={retry} />
      ) : (
        <>
          {backups.data ? <BackupsPanel backups={backups.data} /> : <Skeleton height={160} />}
          {checks.data ? <ChecksPanel runs={checks.data} /> : <Skeleton height={160} />}
        </>
      )}
    </Page>
  );
}

async function ask(send: () => Promise<void>, message: string): Promise<void> {
  await attempt({ refused: 'Failed to start' }, async () => {
    await send();
    toast('success', message);
  });
}
