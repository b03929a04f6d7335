import { orTryAgain } from '~/kit/ui/calls/reportFailure';
import { dayOf } from '~/kit/shared/time/days';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useNow } from '~/kit/ui/hooks/useNow';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { fullName } from '~/modules/organization/users/administration/screens/users.client';
import { rolePick } from '~/modules/organization/users/roles.fields';
import { pickedRole } from '~/modules/organization/users/roles.rules';
import { useRolePicks } from '~/modules/organization/users/roles/screens/roles.client';
import { type Invitation, invitationFields } from '../invitations.fields';
import { expiryFrom, invitationMail } from '../invitations.rules';
import { sendInvitation } from './invitations.client';
import { Panel } from '~/kit/ui/elements/Panel';
import classes from './InvitationForm.module.css';

interface FormTexts {
  title: string;
  sent: (invitation: Invitation) => string;
}

interface Props {
  opened: boolean;
  onClose: () => void;
  texts: FormTexts;
}

const sections = [
  { title: '', names: ['first_name', 'last_name', 'email', 'role', 'message'] },
] as const;
const initial = { role: 'user' } as const;
const refused = 'Failed to send invitation';
const fields = { ...invitationFields, role: rolePick };

/** The form to invite a person by mail, with a live preview of the mail (docs/product/invitations.md#form). */
export default function InvitationForm({ opened, onClose, texts }: Props) {
  const choices = { role: useRolePicks() };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.title}
      size="lg"
      fields={fields}
      initial={initial}
      sections={sections}
      choices={choices}
      submitLabel="Send Invitation"
      savingLabel="Sending…"
      failed={orTryAgain(refused)}
      onSubmit={async ({ role, updated_at: _, ...values }) => {
        return texts.sent(await sendInvitation({ ...values, ...pickedRole(role) }));
      }}
    >
      {(typed) => <MailPreview typed={typed} />}
    </FormDialog>
  );
}

function MailPreview({ typed }: { typed: Readonly<Record<string, string>> }) {
  const { timeZone } = useCompany();
  const inviter = useSession();
  const now = useNow();
  const { first_name = '', last_name = '', email = '', role = '', message = '' } = typed;
  const { subject, text } = invitationMail({
    first_name: first_name.trim() || '[first name]',
    last_name: last_name.trim() || '[last name]',
    role,
    message,
    invitedBy: fullName(inviter),
    link: `${window.location.origin}/invite/…`,
    until: dayOf(expiryFrom(now), timeZone),
  });
  return (
    <Panel className={classes.preview} aria-label="Preview">
      <h3>Email preview</h3>
      <dl>
        <dt>To</dt>
        <dd>{email.trim() || '[email]'}</dd>
        <dt>Subject</dt>
        <dd>{subject}</dd>
      </dl>
      <p className={classes.text}>{text.trim()}</p>
    </Panel>
  );
}
