/** The numbers of one series in one financial year, as `GET /invoices/number-series` answers them. */
export interface NumberSeries {
  series: 'invoice' | 'order';
  financial_year: string;
  first: number;
  last: number;
  count: number;
  /** How many numbers up to the last one nothing has; a draft that is being mailed has its own. */
  gaps: number;
  cancelled: string[];
}
