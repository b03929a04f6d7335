import { AppError } from '~/kit/server/errors';
import type { ErrorCode } from '~/kit/shared/error-codes';
import type { Recipients } from '~/modules/sales/customers/server/recipients.service';
import type { Vendor } from '~/modules/buying/vendors/vendors.fields';

/** Whom the mail with a vendor's document goes to; 400 with that code where the vendor has no address. */
export function recipientsAt(
  { id, company_name, email, contact_person }: Vendor,
  missing: ErrorCode,
): Recipients {
  if (email) return { to: [email], contact: contact_person ?? company_name };
  const message = `${company_name} has no email address. Add one to the vendor first.`;
  const record = { type: 'vendor', id, label: company_name };
  throw new AppError(missing, message, { details: [{ message, record }] });
}
