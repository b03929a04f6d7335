import type { ComponentType } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { Delivery } from '../deliveries.fields';
import type { DeliveryDialogsState } from './DeliveryActions';
import type { Deliveries } from './deliveries.client';

const DeliveryDetails = lazyDialog('delivery', () => import('./DeliveryDetails'));
const EditDelivery = lazyDialog(
  'delivery',
  async () => (await import('./DeliveryForm')).EditDelivery,
);
const ConfirmDeliveryAction = lazyDialog('question', () => import('./ConfirmDeliveryAction'));

/** What is made of a delivery by modules that depend on this one. */
export interface DeliveryForms {
  EWayBill: ComponentType<{ delivery: Delivery | null; onClose: () => void }>;
}

interface Props extends DeliveryForms {
  deliveries: Deliveries;
  dialogs: DeliveryDialogsState;
}

export function DeliveryDialogs({ deliveries, dialogs, EWayBill }: Props) {
  const { recordTo, close } = dialogs;
  return (
    <>
      <DeliveryDetails delivery={dialogs.viewed} show={dialogs} onClose={close} />
      <EditDelivery deliveries={deliveries} delivery={recordTo('edit')} onClose={close} />
      <ConfirmDeliveryAction deliveries={deliveries} question={dialogs.question} onClose={close} />
      <EWayBill delivery={recordTo('eWayBill')} onClose={close} />
    </>
  );
}
