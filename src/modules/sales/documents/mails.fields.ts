/** The outcome of the last mail of a document; a failed one has its reason in `mail_error`. */
export const mailStatuses = [
  { value: 'queued', label: 'Being sent' },
  { value: 'accepted', label: 'Sent' },
  { value: 'failed', label: 'Not sent' },
] as const;
