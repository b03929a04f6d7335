import { lazy, Suspense } from 'react';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import type { Customer } from '../customers.fields';
import type { Customers } from './customers.client';

const CustomerDetails = lazy(async () => ({
  default: (await import('./CustomerDetails')).CustomerDetails,
}));
const CustomerForm = lazy(async () => ({ default: (await import('./CustomerForm')).CustomerForm }));
const ConfirmCustomerDelete = lazy(async () => ({
  default: (await import('./ConfirmCustomerDelete')).ConfirmCustomerDelete,
}));

interface Props {
  customers: Customers;
  viewed: Customer | null;
  creating: boolean;
  doomed: Customer | null;
  actions: readonly RowAction<Customer>[];
  onClose: () => void;
}

export function CustomerDialogs(props: Props) {
  const { customers, viewed, creating, doomed, onClose } = props;
  const needsDetails = useOnceTrue(viewed !== null);
  const needsForm = useOnceTrue(creating);
  const needsQuestions = useOnceTrue(doomed !== null);
  return (
    <Suspense fallback={null}>
      {needsDetails ? (
        <CustomerDetails customer={viewed} actions={props.actions} onClose={onClose} />
      ) : null}
      {needsForm ? (
        <CustomerForm customers={customers} opened={creating} onClose={onClose} />
      ) : null}
      {needsQuestions ? (
        <ConfirmCustomerDelete customers={customers} doomed={doomed} onClose={onClose} />
      ) : null}
    </Suspense>
  );
}
