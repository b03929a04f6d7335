import type { SqlPart } from '~/kit/server/database/db';

const registered = new Map<string, SqlPart>();

/**
 * Adds the series of a module above: `select` gives `series, year, number, label, status` of each document that has a
 * number (docs/product/invoices.md#number-series-screen).
 */
export function registerNumbered(name: string, select: SqlPart): void {
  registered.set(name, select);
}

export function numberedDocuments(): SqlPart[] {
  return [...registered.values()];
}
