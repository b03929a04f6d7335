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
  '/payables': {
    about: 'What is owed to vendors, by age.',
    actions: [
      'Choose a day under "As of" to see the balances of then.',
      'Pay a vendor, or email its statement, from the menu of its row.',
      'Look at "MSME Due" for what is past the limit of micro and small vendors.',
    ],
    reference: 'payables',
  },
  '/vendor-payments': {
    about: 'Payments to vendors, each over many bills.',
    actions: [
      'Record one sum with "Record Payment"; the oldest bills are filled first.',
      'Use credits of the vendor, or allocate an advance later.',
      'Download the payment advice, or the file for your bank.',
    ],
    reference: 'vendor-payments',
  },
  '/vendor-payments/$id': {
    about: 'Everything about one payment: its bills, notes, files and history.',
    actions: [
      'Allocate what is left of it to bills.',
      'Cancel it: its bills are due again.',
      'Download the payment advice for the vendor.',
    ],
    reference: 'vendor-payments',
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
