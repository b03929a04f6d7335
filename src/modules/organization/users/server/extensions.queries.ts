import { companyNews } from '~/modules/organization/company/server/news.service';
import { notifyOfAccess } from './access-news.service';

export function provideUsers(): void {
  companyNews.provide({
    notifyAdministrators: (write, others) =>
      notifyOfAccess(write, { subject: 'Company details in Manufacturing CRM', others }),
  });
}
