import type { Links } from '~/kit/server/audit/history';
import { extensionPoint } from '~/kit/server/database/extension-point';

/** The vendors that lots came from, for those who may read them; provided by the vendors module. */
export const lotVendors = extensionPoint<Links[string]>('lots.vendors');
