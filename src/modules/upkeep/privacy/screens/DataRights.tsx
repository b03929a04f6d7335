import { Button, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { attempt, reportFailure } from '~/kit/ui/calls/reportFailure';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { toast } from '~/kit/ui/messages/toasts';
import { useForm } from '~/kit/ui/form/useForm';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { exportMyData } from '~/modules/organization/users/account/screens/account.client';
import { forgetSession } from '~/modules/organization/users/sessions/screens/session.client';
import { confirmationPhrase, confirmationText, isConfirmed } from '../privacy.rules';
import { anonymizeMyData } from './privacy.client';
import classes from './PrivacyPage.module.css';

export function DataRights() {
  return (
    <>
      <ExportData />
      <DeleteData />
    </>
  );
}

function ExportData() {
  const { today } = useCompany();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await attempt({ refused: 'Failed to export data' }, async () => {
      await exportMyData(today);
      toast('success', 'Your data has been exported and downloaded');
    });
    setBusy(false);
  };
  return (
    <div className={classes.right}>
      <h3>Export Your Data</h3>
      <p>
        All data stored about you in one JSON file: profile, consents with their history, sessions,
        activity and emails sent to you.
      </p>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={busy}
        onClick={() => void run()}
      >
        Export My Data
      </Button>
    </div>
  );
}

/** Anonymizes and signs out; a failure is reported and rethrown. */
function useAnonymize(): (typed: string) => Promise<void> {
  const router = useRouter();
  return async (typed) => {
    const message = 'Failed to anonymize data';
    await reportFailure({ refused: message }, async () => {
      await anonymizeMyData(typed);
    });
    toast('success', 'Your data has been anonymized. You will now be logged out.');
    forgetSession();
    await router.navigate({ to: '/login', replace: true });
  };
}

function DeleteData() {
  const anonymize = useAnonymize();
  const [asking, setAsking] = useState(false);
  const hintId = useId();
  const form = useForm({
    initial: { phrase: '' },
    problemsOf: ({ phrase }) =>
      isConfirmed(phrase).ok ? [] : [{ field: 'phrase', message: confirmationText }],
    bodyOf: (typed) => typed,
    // The dialog sends the typed text and shows why it failed.
    onSubmit: async () => setAsking(true),
  });
  const { phrase } = form.values;
  const confirmed = form.problems.length === 0;
  const isWrong = phrase !== '' && form.errorOf('phrase') !== null;
  return (
    <form className={classes.right} noValidate onSubmit={form.submit}>
      <h3>Delete My Data</h3>
      <p>
        Permanently replaces your name, email, username, phone and profile, and closes your account.
        Business records you worked on stay, without your name.
      </p>
      <TextInput
        label={`Type "${confirmationPhrase}" to confirm`}
        value={phrase}
        onChange={(event) => form.set({ phrase: event.currentTarget.value })}
        onBlur={() => form.leave('phrase')}
        autoComplete="off"
        spellCheck={false}
        error={isWrong}
        aria-describedby={hintId}
        onKeyDown={(event) => {
          // Browsers do not submit on Enter while the button is disabled.
          if (event.key === 'Enter' && !confirmed) form.leave('phrase');
        }}
      />
      <div className={classes.submit}>
        <Button
          type="submit"
          color="red"
          disabled={!confirmed}
          aria-describedby={confirmed ? undefined : hintId}
        >
          Anonymize My Data
        </Button>
        <p id={hintId} role={isWrong ? 'alert' : undefined} data-wrong={isWrong || undefined}>
          {confirmed ? null : confirmationText}
        </p>
      </div>
      <ConfirmDialog
        opened={asking}
        title="Delete My Data"
        message="This will permanently anonymize all your personal data. This action cannot be undone and you will be logged out. Are you absolutely sure?"
        confirmLabel="Anonymize and log out"
        danger
        onConfirm={() => anonymize(phrase)}
        onClose={() => setAsking(false)}
      />
    </form>
  );
}
