import type { ScreenHelp } from './companyHelp';

/** The help of the screens of buying. */
export const buyingHelp: Readonly<Record<string, ScreenHelp>> = {
  '/planning': {
    about: 'What the stock of each product comes to with all needs and orders, and what to buy.',
    actions: [
      'Open the arrow of a row to see its needs and what comes.',
      'Select rows, and change quantity or vendor where another is better.',
      'Press "Create Purchase Orders": one draft for each vendor.',
    ],
    reference: 'planning',
  },
  '/vendors': {
    about: 'The companies that you buy goods and services from.',
    actions: [
      'Add a vendor with "New Vendor", or many with "Import CSV".',
      'Edit a value in its cell, or select rows to change many at once.',
      'Find duplicates, and merge two vendors that are one.',
    ],
    reference: 'vendors',
  },
  '/bills': {
    about: 'Bills and credits of vendors, checked before they are booked.',
    actions: [
      'Enter a bill with "New Bill", or with "Enter Bill" on its purchase order.',
      'Book it: what differs from order and receipts is listed first.',
      'Pay it, or enter what the vendor credits.',
    ],
    reference: 'bills',
  },
  '/bills/$id': {
    about: 'Everything about one bill: lines, charges, differences, notes, files and history.',
    actions: [
      'Change its due date, terms and notes after the booking.',
      'Enter a credit of the vendor for goods returned or a lower price.',
      'Cancel it: its number is free again, and its goods are valued without it.',
    ],
    reference: 'bills',
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
