import { CustomersPage } from '~/modules/customers/screens/CustomersPage';
import { useCustomerActions } from './customerActions';

export default function CustomersScreen() {
  const { actions, dialogs } = useCustomerActions();
  return <CustomersPage actions={actions}>{dialogs}</CustomersPage>;
}
