import { filedMonths } from '~/modules/sales/papers/server/checking.service';
import { isFiledWithout } from './filed-returns.queries';

export function provideReturns(): void {
  filedMonths.provide({ isFiled: isFiledWithout });
}
