import { DuplicatesPage } from '~/modules/duplicates/screens/DuplicatesPage';
import type { DuplicateSubject } from '~/modules/duplicates/screens/duplicates.client';
import { may } from '~/modules/users/rights.rules';
import { useSession } from '~/modules/users/sessions/screens/session.client';

const subjects: readonly DuplicateSubject[] = [
  { kind: 'leads', plural: 'Leads', path: '/leads' },
  { kind: 'customers', plural: 'Customers', path: '/customers' },
  { kind: 'products', plural: 'Products', path: '/inventory/products' },
];

export default function DuplicatesScreen() {
  const person = useSession();
  return (
    <DuplicatesPage subjects={subjects.filter(({ kind }) => may(person, `${kind}.read`).ok)} />
  );
}
