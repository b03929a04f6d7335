import { Button, FileButton } from '@mantine/core';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { useImageChange } from '~/kit/ui/form/useImageChange';
import type { BillingProfile } from '~/modules/organization/company/identity.fields';
import { logoTooLarge, logoTypes, mostLogoBytes } from '~/modules/organization/company/logo.rules';
import { logoOf } from '~/modules/organization/company/screens/identity.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import classes from './CompanyLogo.module.css';

interface Props {
  profile: BillingProfile;
  send: (file: File) => Promise<void>;
  remove: () => Promise<void>;
}

/** The company's logo (docs/product/billing.md#logo); one is sent as soon as it is chosen. */
export function CompanyLogo({ profile, send, remove }: Props) {
  const most = { bytes: mostLogoBytes, message: logoTooLarge };
  const change = useImageChange({ noun: 'Logo', most, send, remove });
  const isAdmin = useSession().role === 'admin';
  const logo = logoOf(profile);
  return (
    <Panel title="Logo" className={classes.panel}>
      <div className={classes.content}>
        {logo ? (
          <img className={classes.logo} src={logo} alt={`Logo of ${companyName(profile)}`} />
        ) : (
          <SoftText>No logo</SoftText>
        )}
        {isAdmin ? (
          <>
            <div className={classes.buttons}>
              {/* Keyed by the logo, so that the same file can be chosen again. */}
              <FileButton
                key={`${logo}${change.failure}`}
                accept={logoTypes}
                onChange={change.send}
              >
                {(props) => (
                  <Button {...props} variant="default" loading={change.busy}>
                    {logo ? 'Replace Logo' : 'Upload Logo'}
                  </Button>
                )}
              </FileButton>
              {logo ? (
                <Button variant="subtle" color="red" disabled={change.busy} onClick={change.remove}>
                  Remove Logo
                </Button>
              ) : null}
            </div>
            {change.failure ? (
              <p className={classes.alert} role="alert">
                {change.failure}
              </p>
            ) : null}
            <SoftText small>PNG or JPEG, up to 1 MB.</SoftText>
          </>
        ) : null}
      </div>
    </Panel>
  );
}

function companyName({ company_name, legal_name }: BillingProfile): string {
  return company_name ?? legal_name ?? 'the company';
}
