import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { mapLink, phoneLinks } from '~/modules/organization/company/phones.rules';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import classes from './ContactLinks.module.css';
import { type Contacted, offerLog } from './contacts.client';
import { subjectOfKind } from '~/modules/organization/kinds/kinds.rules';

interface Props {
  phone: string;
  /** Written in the chat. */
  text?: string;
  of: Contacted;
}

/** A number with "Call" and "WhatsApp" where it can be dialed (docs/product/records.md#contact). */
export function PhoneLinks({ phone, text, of }: Props) {
  const { country_code: countryCode } = useSettings();
  const mayLog = useMay(`${subjectOfKind(of.kind)}.update`).ok;
  const { call, whatsApp } = phoneLinks(phone, { countryCode, text });
  const offer = (channel: 'call' | 'whatsapp') => (mayLog ? offerLog(of, channel) : undefined);
  return (
    <span className={classes.links}>
      {phone}
      {call === null ? null : (
        <a className={classes.link} href={call} onClick={() => offer('call')}>
          Call
        </a>
      )}
      {whatsApp === null ? null : (
        <a
          className={classes.link}
          href={whatsApp}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => offer('whatsapp')}
        >
          WhatsApp
        </a>
      )}
    </span>
  );
}

/** "Map" next to an address. */
export function MapLink({ parts }: { parts: readonly (string | null)[] }) {
  const href = mapLink(parts);
  if (href === null) return null;
  return (
    <a className={classes.link} href={href} target="_blank" rel="noopener noreferrer">
      Map
    </a>
  );
}
