import type { Context } from '~/kit/server/database/context';
import { readChallan } from '~/modules/sales/deliveries/server/challans.service';
import { preflightBasis } from '~/modules/sales/papers/server/checking.service';
import { eWayBillFindings, type EWayBillFile, eWayBillOf } from '../e-way-bill.rules';
import type { Transport } from '../transport.fields';
import { isError, refusal } from './filings.actions';

/** The file for the e-way bill portal of goods that travel with a delivery challan; 409 with what it would refuse. */
export async function eWayBillOfDelivery(
  context: Pick<Context, 'db' | 'now' | 'person'>,
  id: number,
  { mode, distance_km }: Pick<Transport, 'mode' | 'distance_km'>,
): Promise<EWayBillFile> {
  const { delivery, challan } = await readChallan(context, id);
  const { goods: document } = challan;
  const { lr_number, vehicle_number, transporter_id, transporter_name } = delivery;
  const transport: Transport = {
    mode,
    distance_km,
    vehicle_number,
    transporter_id,
    transporter_name,
    is_over_dimensional: false,
    document_number: lr_number,
    document_date: lr_number === null ? null : delivery.delivery_date,
  };
  const basis = await preflightBasis(context.db, context.now);
  const errors = eWayBillFindings(document, transport, basis).filter(isError);
  if (errors.length > 0) {
    const { customer_id } = delivery;
    throw refusal('e_way_bill.refused', 'The e-way bill portal', [
      { document, customer_id, errors },
    ]);
  }
  return eWayBillOf(document, transport);
}
