import { LeadPage } from '~/modules/leads/screens/LeadPage';
import { recordParts } from './recordParts';

export default function LeadScreen() {
  return <LeadPage parts={recordParts} />;
}
