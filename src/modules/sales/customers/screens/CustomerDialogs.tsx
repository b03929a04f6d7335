import { lazy, Suspense } from 'react';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import type { Customers } from './customers.client';
import type { CustomerDialogsState } from './useCustomerDialogs';

const CustomerDetails = lazy(async () => ({
  default: (await import('./CustomerDetails')).CustomerDetails,
}));
const CustomerForm = lazy(async () => ({ default: (await import('./CustomerForm')).CustomerForm }));
const ConfirmCustomerDelete = lazy(async () => ({
  default: (await import('./ConfirmCustomerDelete')).ConfirmCustomerDelete,
}));

interface Props {
  customers: Customers;
  dialogs: CustomerDialogsState;
}

export function CustomerDialogs({ customers, dialogs }: Props) {
  const { viewed, subject, doomed, detailActions, close } = dialogs;
  const needsDetails = useOnceTrue(viewed !== null);
  const needsForm = useOnceTrue(subject !== null);
  const needsQuestions = useOnceTrue(doomed !== null);
  return (
    <Suspense fallback={null}>
      {needsDetails ? (
        <CustomerDetails customer={viewed} actions={detailActions} onClose={close} />
      ) : null}
      {needsForm ? <CustomerForm customers={customers} subject={subject} onClose={close} /> : null}
      {needsQuestions ? (
        <ConfirmCustomerDelete customers={customers} doomed={doomed} onClose={close} />
      ) : null}
    </Suspense>
  );
}
