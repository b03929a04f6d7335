import { toastOffer } from '~/kit/ui/messages/OfferToast';
import type { RecordRef } from '~/modules/organization/kinds/kinds.rules';
import type { Channel } from '../channels.fields';

/** A record with the name of the people to contact. */
export interface Contacted extends RecordRef {
  name: string;
}

export interface ContactToLog extends Contacted {
  channel: Channel;
}

let show: ((contact: ContactToLog) => void) | null = null;

/** Sets who opens the dialog that logs a contact; returns how to take it away. */
export function onContactLog(opener: (contact: ContactToLog) => void): () => void {
  show = opener;
  return () => {
    if (show === opener) show = null;
  };
}

export function logContact(contact: ContactToLog): void {
  show?.(contact);
}

const questions = { call: 'Did the call reach', whatsapp: 'Did you write to' } as const;

/** Offers to log a call or a chat that was just opened. */
export function offerLog(contact: Contacted, channel: keyof typeof questions): void {
  const onChoose = () => logContact({ ...contact, channel });
  toastOffer(`${questions[channel]} ${contact.name}?`, { label: 'Log', onChoose });
}
