import type { Write } from '~/kit/server/database/context';
import type { Day } from '~/kit/shared/time/days';
import { takeLegalNumber } from '~/modules/organization/company/server/number-series.service';
import type { Settings } from '~/modules/organization/company/settings.fields';

interface Numbered {
  delivery_number: string;
  number_year: string;
  number_sequence: number;
}

/** The next number of the series of challans; taken after products are locked, as the series stays locked too. */
export async function takeNumber({ trx }: Write, day: Day, settings: Settings): Promise<Numbered> {
  const taken = await takeLegalNumber(trx, 'delivery', { day, settings });
  return {
    delivery_number: taken.number,
    number_year: taken.year,
    number_sequence: taken.sequence,
  };
}
