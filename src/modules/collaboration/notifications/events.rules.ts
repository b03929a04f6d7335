export const channels = ['email', 'push', 'sms'] as const;
export type Channel = (typeof channels)[number];
type Channels = Record<Channel, boolean>;

/** The seven events with their default channels, in the order of docs/product/notifications.md#events. */
export const notificationEvents = [
  {
    id: 'new-leads',
    title: 'New Leads',
    description: 'A lead was added',
    defaults: { email: true, push: true, sms: false },
  },
  {
    id: 'lead-updates',
    title: 'Lead Updates',
    description: 'A lead was changed, moved to another stage or converted',
    defaults: { email: true, push: false, sms: false },
  },
  {
    id: 'new-orders',
    title: 'New Orders',
    description: 'An order was placed',
    defaults: { email: true, push: true, sms: true },
  },
  {
    id: 'payment-received',
    title: 'Payment Received',
    description: 'A payment was recorded as completed',
    defaults: { email: true, push: true, sms: false },
  },
  {
    id: 'invoice-overdue',
    title: 'Invoice Overdue',
    description: 'An invoice was not paid by its due date',
    defaults: { email: true, push: true, sms: true },
  },
  {
    id: 'team-updates',
    title: 'Team Updates',
    description: 'Someone mentioned you in a note, or a user was added, activated or deactivated',
    defaults: { email: false, push: true, sms: false },
  },
  {
    id: 'system-maintenance',
    title: 'System Maintenance',
    description:
      'An import, a webhook or a lead source failed, the bank details of a vendor were changed, or the product was updated to a new version',
    defaults: { email: true, push: false, sms: false },
  },
] as const satisfies readonly {
  id: string;
  title: string;
  description: string;
  defaults: Channels;
}[];

export type NotificationEvent = (typeof notificationEvents)[number]['id'];
