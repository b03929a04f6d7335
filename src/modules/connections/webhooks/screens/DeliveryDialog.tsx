import { Button } from '@mantine/core';
import { formatNumber } from '~/kit/shared/money/numbers';
import { formatInstant } from '~/kit/shared/time/days';
import { useFresh } from '~/kit/ui/records/useFresh';
import { DetailsSections } from '~/kit/ui/dialog/DetailsSections';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogBody, DialogFooter } from '~/kit/ui/dialog/DialogParts';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { SentDelivery } from '../webhooks.fields';
import { deliveriesPath } from './webhooks.client';
import classes from './DeliveryDialog.module.css';

interface Props {
  webhook: number;
  delivery: number | null;
  onClose: () => void;
}

/** The tries of one delivery, and what it sends. */
export function DeliveryDialog({ webhook, delivery, onClose }: Props) {
  return (
    <Dialog
      opened={delivery !== null}
      onClose={onClose}
      title="Delivery"
      size="xl"
      closeLabel="Close"
    >
      <DialogBody tabIndex={0} role="group" aria-label="Delivery">
        {delivery === null ? null : <Content webhook={webhook} delivery={delivery} />}
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Content({ webhook, delivery }: { webhook: number; delivery: number }) {
  const { data, state, reload } = useFresh<SentDelivery>(`${deliveriesPath(webhook)}/${delivery}`);
  const { timeZone } = useCompany();
  if (state === 'failed')
    return <LoadFailed text="The delivery could not be loaded." onRetry={() => void reload()} />;
  if (!data) return <p role="status">Loading delivery...</p>;
  const tries = data.attempts.map(({ at, status, ms, error, response }, index) => ({
    title: `Try ${index + 1}`,
    details: [
      { label: 'Time', value: formatInstant(at, timeZone) },
      { label: 'Result', value: error ?? `Answered ${status}` },
      { label: 'Took', value: `${formatNumber(ms)} ms` },
      { label: 'Response', value: response, wide: true },
    ],
  }));
  const event = {
    title: data.type,
    details: [
      { label: 'ID', value: data.event_id, wide: true },
      {
        label: 'Body',
        value: data.body ? (
          <pre className={classes.body}>{JSON.stringify(data.body, null, 2)}</pre>
        ) : (
          'Made at the first try'
        ),
        wide: true,
      },
    ],
  };
  return <DetailsSections sections={[...tries, event]} layout="dialog" />;
}
