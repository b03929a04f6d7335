import type { ScreenHelp } from './companyHelp';

/** The help of the screens of stock. */
export const stockHelp: Readonly<Record<string, ScreenHelp>> = {
  '/counts': {
    about: 'What people find on the shelves, compared with what should be there.',
    actions: [
      'Start a count of a location, or of one category in it, with "New Stock Count".',
      'Make it blind, so that people who count do not see what is expected.',
      'Open a count to continue, or to read what it changed.',
    ],
    reference: 'counts',
  },
  '/counts/$id': {
    about:
      'One stock count: scan or type the goods, then post the differences. It has notes and files too.',
    actions: [
      'Scan a code, or type it and press Enter: each counts one more, or the quantity next to it.',
      'Correct the quantity of a line, or remove the line.',
      'Post the count: each difference changes the stock at the moment when it was counted.',
    ],
    reference: 'counts',
  },
  '/goods-receipts': {
    about: 'What came from vendors, and what went back to them.',
    actions: [
      'Enter what came for a purchase order with "Receive": type quantities, or scan each piece.',
      'Send goods back with "Return to Vendor", with or without replacement.',
      'Print the labels of the lots that came, or cancel a receipt as if it had never been.',
    ],
    reference: 'goods-receipts',
  },
  '/goods-receipts/$id': {
    about:
      'Everything about one goods receipt: items with their lots and values, notes, files and history.',
    actions: [
      'Receive the goods of a draft, or edit it.',
      'Return goods, download the document, print labels.',
      'Read who changed it, and when.',
    ],
    reference: 'goods-receipts',
  },
  '/transfers': {
    about: 'Goods that move from one location to another, with their documents.',
    actions: [
      'Enter what moves with "New Transfer", as a draft or at once.',
      'Download the transfer note, or the challan to a job worker.',
      'Cancel a transfer: its goods go back.',
    ],
    reference: 'transfers',
  },
  '/transfers/$id': {
    about:
      'Everything about one transfer: items with their lots, transport, notes, files and history.',
    actions: [
      'Transfer the goods of a draft, or edit it.',
      'Download its document.',
      'Read who changed it, and when.',
    ],
    reference: 'transfers',
  },
  '/purchase-orders': {
    about: 'Orders to your vendors: what comes when, and what is late.',
    actions: [
      'Enter an order with "New Purchase Order"; units and prices follow the terms of the vendor.',
      'Send it by email with "Send": a draft becomes ordered.',
      'Close an order of which the rest will not come, or cancel one of which nothing came.',
    ],
    reference: 'purchase-orders',
  },
  '/purchase-orders/$id': {
    about: 'Everything about one purchase order: what of each item came, is open and was billed.',
    actions: [
      'Edit it, and send the new revision.',
      'Write a note, or attach the quotation of the vendor.',
      'Read who changed it, and when.',
    ],
    reference: 'purchase-orders',
  },
  '/lots': {
    about: 'Lots and serial numbers of tracked products: what is left, where, and until when.',
    actions: [
      'Let a product be tracked with "Track a Product".',
      'Open a lot to see where its goods came from and who got them.',
      'Choose rows and print their labels.',
    ],
    reference: 'lots',
  },
  '/lots/$id': {
    about:
      'One lot: its dates, where it lies, where its goods came from and who got them, with notes and files.',
    actions: [
      'Open "Trace" for the way of its goods in both directions.',
      'Download the recall list with every customer and document.',
      'Print labels with the number as a QR code.',
    ],
    reference: 'lots#trace',
  },
  '/locations': {
    about: 'Where stock lies. Goods in a hold or with a job worker are not available.',
    actions: [
      'Add a location with "New Location".',
      'Choose where goods enter and leave that name no location.',
      'Make an empty location inactive.',
    ],
    reference: 'locations',
  },
};
