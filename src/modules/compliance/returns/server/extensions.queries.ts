import { filedMonths } from '~/modules/sales/papers/server/checking.service';
import { findFiling } from './filed-returns.queries';

export function provideReturns(): void {
  filedMonths.provide({ filingOf: findFiling });
}
