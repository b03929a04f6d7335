import { filedMonths } from '~/modules/billing/invoices/server/dates.service';
import { isFiledWithout } from './filed-returns.queries';

export function provideReturns(): void {
  filedMonths.provide({ isFiled: isFiledWithout });
}
