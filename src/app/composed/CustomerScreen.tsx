import { CustomerPage } from '~/modules/sales/customers/screens/CustomerPage';
import { useCustomerActions } from './customerActions';
import { recordParts } from './recordParts';

export default function CustomerScreen() {
  const { actions, dialogs } = useCustomerActions();
  return (
    <CustomerPage parts={recordParts} actions={actions}>
      {dialogs}
    </CustomerPage>
  );
}
