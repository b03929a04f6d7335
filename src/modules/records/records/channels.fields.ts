/** How one was in touch with the people of a record (docs/product/records.md#contact). */
export const channels = [
  { value: 'call', label: 'Call' },
  { value: 'whatsapp', label: 'WhatsApp' },
  { value: 'visit', label: 'Visit' },
  { value: 'meeting', label: 'Meeting' },
] as const;

export type Channel = (typeof channels)[number]['value'];

export function channelLabel(channel: Channel): string {
  return channels.find(({ value }) => value === channel)?.label ?? channel;
}
