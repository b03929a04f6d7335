import { tdsAdvances } from './bills.service';

export function provideBills(): void {
  tdsAdvances.provide({ sumBases: async () => 0 });
}
