import type { Write } from '~/kit/server/database/context';
import { extensionPoint } from '~/kit/server/database/extension-point';

interface News {
  /** Mails a sentence to the other administrators, in the writer's transaction (docs/product/users.md#news-of-access). */
  notifyAdministrators: (write: Write, happened: string) => Promise<void>;
}

/** News of the company's details, provided by the users module. */
export const companyNews = extensionPoint<News>('company.news');
