import { BillsPage } from '~/modules/buying/bills/screens/BillsPage';
import { extras } from './billParts';

export default function BillsScreen() {
  return <BillsPage extras={extras} />;
}
