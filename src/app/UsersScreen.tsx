import { InviteUser } from '~/modules/invitations/screens/InviteUser';
import { UsersPage } from '~/modules/users/administration/screens/UsersPage';

export default function UsersScreen() {
  return <UsersPage invite={<InviteUser />} />;
}
