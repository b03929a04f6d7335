import type { ScreenHelp } from './companyHelp';

/** The help of the screens of buying. */
export const buyingHelp: Readonly<Record<string, ScreenHelp>> = {
  '/vendors': {
    about: 'The companies that you buy goods and services from.',
    actions: [
      'Add a vendor with "New Vendor", or many with "Import CSV".',
      'Edit a value in its cell, or select rows to change many at once.',
      'Find duplicates, and merge two vendors that are one.',
    ],
    reference: 'vendors',
  },
  '/vendors/$id': {
    about: 'Everything about one vendor: its data, products, notes, files and history.',
    actions: [
      'Enter what it sells, with unit, price and lead days, under "Products".',
      'Mark it as the preferred vendor of a product.',
      'Read who changed it, and when.',
    ],
    reference: 'vendors',
  },
};
