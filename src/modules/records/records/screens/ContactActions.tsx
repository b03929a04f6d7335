import {
  IconBrandWhatsapp,
  IconMapPin,
  IconPhone,
  IconPhoneCheck,
  IconWalk,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { secondary } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { mapLink, phoneLinks } from '~/modules/organization/company/phones.rules';
import { type RecordKind, subjectOfKind } from '~/modules/organization/kinds/kinds.rules';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { logContact, offerLog } from './contacts.client';

interface Contact {
  name: string;
  phone: string | null;
  /** Written in the chat. */
  text?: string;
  address?: readonly (string | null)[];
}

const icons = {
  call: <IconPhone size={16} />,
  whatsapp: <IconBrandWhatsapp size={16} />,
  map: <IconMapPin size={16} />,
  'log-call': <IconPhoneCheck size={16} />,
  'log-visit': <IconWalk size={16} />,
};

/**
 * "Call", "WhatsApp", "Map" in a row's menu, and "Log Call", "Log Visit" of leads and customers
 * (docs/product/records.md#contact). `contactOf` is a constant.
 */
export function useContactActions<Row extends { id: number }>(
  kind: RecordKind,
  contactOf: (row: Row) => Contact,
): readonly RowAction<Row>[] {
  const { country_code: countryCode } = useSettings();
  const mayLog = useMay(`${subjectOfKind(kind)}.update`).ok;
  return useMemo(() => {
    const linksOf = (row: Row) => {
      const { phone, text, address = [] } = contactOf(row);
      const { call, whatsApp } = phoneLinks(phone, { countryCode, text });
      return { call, whatsapp: whatsApp, map: mapLink(address) };
    };
    const opening = (key: 'call' | 'whatsapp' | 'map', label: string): RowAction<Row> => ({
      key,
      label: () => label,
      icon: icons[key],
      isOffered: (row) => linksOf(row)[key] !== null,
      isInDetails: true,
      onClick: (row) => {
        openLink(linksOf(row)[key]);
        if (mayLog && key !== 'map') offerLog({ kind, id: row.id, name: contactOf(row).name }, key);
      },
    });
    const logging = (channel: 'call' | 'visit', label: string): RowAction<Row> => ({
      key: `log-${channel}`,
      label: () => label,
      icon: icons[`log-${channel}`],
      onClick: (row) => logContact({ kind, id: row.id, name: contactOf(row).name, channel }),
    });
    const isLogged = mayLog && (kind === 'leads' || kind === 'customers');
    const actions = [
      opening('call', 'Call'),
      opening('whatsapp', 'WhatsApp'),
      opening('map', 'Map'),
      ...(isLogged ? [logging('call', 'Log Call'), logging('visit', 'Log Visit')] : []),
    ];
    return actions.map((action) => secondary(action));
  }, [kind, contactOf, countryCode, mayLog]);
}

function openLink(address: string | null): void {
  if (address === null) return;
  const link = document.createElement('a');
  link.href = address;
  link.rel = 'noopener noreferrer';
  if (!address.startsWith('tel:')) link.target = '_blank';
  link.click();
}
