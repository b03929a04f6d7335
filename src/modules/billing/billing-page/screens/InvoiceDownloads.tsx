import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Day } from '~/kit/shared/time/days';
import { attempt } from '~/kit/ui/calls/reportFailure';
import { downloadFile } from '~/kit/ui/calls/files';
import { toast } from '~/kit/ui/messages/toasts';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { lacksInvoices, skippedFileName } from '../billing.rules';
import classes from './BillingPage.module.css';

export async function downloadInvoice({ id, invoice_number }: Invoice): Promise<void> {
  await attempt({ refused: 'Failed to download invoice' }, () =>
    downloadFile(`/invoices/${id}/pdf`, `${invoice_number}.pdf`),
  );
}

interface Props {
  count: number;
  days: { from: Day; to: Day } | null;
}

/** In bytes: where an archive lists its last files. */
const endLength = 500;

/** "Download All": the invoices of the period as one archive made by the server. */
export function DownloadAll({ count, days }: Props) {
  const [busy, setBusy] = useState(false);
  const hintId = useId();
  const download = async () => {
    setBusy(true);
    const query = days ? `?from=${days.from}&to=${days.to}` : '';
    await attempt({ refused: 'Failed to download invoices' }, async () => {
      const archive = await downloadFile(`/billing/invoices.zip${query}`, 'invoices.zip');
      if (lacksInvoices(await archive.slice(-endLength).text())) {
        toast(
          'error',
          `Some invoices could not be printed. ${skippedFileName} in the archive lists them.`,
        );
      }
    });
    setBusy(false);
  };
  const verdict = useMay('invoices.export');
  if (!verdict.ok) return null;
  const hint = count === 0 ? 'No invoices to download.' : null;
  return (
    <div className={classes.download}>
      {hint ? <SoftText id={hintId}>{hint}</SoftText> : null}
      <Button
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={busy || hint !== null}
        aria-describedby={hint ? hintId : undefined}
        onClick={() => void download()}
      >
        {busy ? 'Preparing…' : 'Download All'}
      </Button>
    </div>
  );
}
