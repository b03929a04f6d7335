import { z } from 'zod';
import { recordRoutes } from '~/kit/server/http/record-routes';
import type { Api } from '~/kit/server/http/route';
import { patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { lotFields, lotLocationSchema } from '../lots.fields';
import { readLot, updateLot } from './lots.actions';
import { listLots, lots } from './lots.queries';

const wholeLot = z.intersection(
  rowSchema(lotFields),
  z.object({ locations: z.array(lotLocationSchema) }),
);

export function lotRoutes(api: Api): void {
  recordRoutes(api, {
    tag: 'Lots',
    url: '/lots',
    access: 'stock',
    response: wholeLot,
    find: readLot,
    list: {
      summary: 'List all lots and serial numbers, newest first',
      row: rowSchema(lotFields),
      source: listLots,
    },
    read: { summary: 'Get a lot, with the locations where it lies' },
    update: {
      summary: 'Change the dates, the vendor’s number and the notes of a lot',
      body: patchSchema(lotFields),
      act: updateLot,
    },
    history: { entity: lots, links: {} },
  });
}
