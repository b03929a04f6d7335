import { filedMonths } from '~/modules/sales/papers/server/checking.service';
import { countFiled, findFiling } from './returns.queries';

export function provideReturns(): void {
  filedMonths.provide({ filingOf: findFiling, countFiled });
}
