import { InviteUser } from '~/modules/invitations/screens/InviteUser';
import { UsersPage } from '~/modules/users/administration/screens/UsersPage';

/** The users, with the button of the invitations, which stand above them. */
export default function UsersScreen() {
  return <UsersPage invite={<InviteUser />} />;
}
