import { InviteUser } from '~/modules/organization/invitations/screens/InviteUser';
import { UsersPage } from '~/modules/organization/users/administration/screens/UsersPage';

export default function UsersScreen() {
  return <UsersPage invite={<InviteUser />} />;
}
