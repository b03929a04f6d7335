import { TransfersPage } from '~/modules/catalogue/transfers/screens/TransfersPage';
import { EWayBill } from './transferParts';

export default function TransfersScreen() {
  return <TransfersPage EWayBill={EWayBill} />;
}
