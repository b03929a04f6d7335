import { CustomersPage } from '~/modules/sales/customers/screens/CustomersPage';
import { useCustomerActions } from './customerActions';

export default function CustomersScreen() {
  const { actions, dialogs } = useCustomerActions();
  return <CustomersPage actions={actions}>{dialogs}</CustomersPage>;
}
