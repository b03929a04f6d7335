import { LeadPage } from '~/modules/sales/leads/screens/LeadPage';
import { recordParts } from './recordParts';

export default function LeadScreen() {
  return <LeadPage parts={recordParts} />;
}
