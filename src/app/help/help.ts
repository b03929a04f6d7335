import type { ShortcutName } from '~/kit/ui/keys/shortcuts';
import { companyHelp, type ScreenHelp } from './companyHelp';
import { buyingHelp } from './buyingHelp';
import { stockHelp } from './stockHelp';

/** The panel of "?" by the path of its screen (docs/product/screens.md#help). */
export const help: Readonly<Record<string, ScreenHelp>> = {
  '/': {
    about: 'The figures of the company: sales, the pipeline, what happened lately.',
    actions: [
      'Choose the period of the figures.',
      'Compare the revenue with the goal of the year.',
      'Create an order or an invoice under "Quick Actions".',
    ],
    reference: 'dashboard',
  },
  '/my-day': {
    about: 'Your tasks of today: next steps, promised deliveries, quiet leads, overdue invoices.',
    actions: [
      'Tick a next step when it is done.',
      'Open the record of a task.',
      'Look ahead at the next seven days.',
    ],
    reference: 'my-day',
  },
  '/leads': {
    about: 'Companies that may become customers.',
    actions: [
      'Add a lead with "Add New Lead", or many with "Import CSV".',
      'Edit a value in its cell, or select rows to change many at once.',
      'Convert a lead to a customer in the menu of its row.',
    ],
    reference: 'leads',
  },
  '/leads/$id': {
    about: 'Everything about one lead: its data, notes, files, next steps and history.',
    actions: [
      'Edit a value where it is shown.',
      'Write a note, and mention a colleague with @.',
      'Plan the next step, with a date and a person.',
    ],
    reference: 'records#page',
  },
  '/pipeline': {
    about: 'The same leads by stage, from the first contact to a deal.',
    actions: [
      'Drag a card to the next stage.',
      'Open a card to see and edit the lead.',
      'Add, rename and order stages under "Manage Stages".',
    ],
    reference: 'pipeline',
  },
  '/customers': {
    about: 'Companies that buy, with their addresses, contacts and balance.',
    actions: [
      'Add a customer with "Add Customer", or many with "Import CSV".',
      'Create an order or an invoice in the menu of a row.',
      'Select rows to edit, export or merge them.',
    ],
    reference: 'customers',
  },
  '/customers/$id': {
    about: 'Everything about one customer: account, orders, invoices, notes, files and history.',
    actions: [
      'Edit a value where it is shown.',
      'Add addresses and contacts.',
      'Create an order or an invoice.',
    ],
    reference: 'customers#account',
  },
  '/inventory': {
    about: 'Products as cards, and the categories and brands that group them.',
    actions: [
      'Add a product with "Add Product".',
      'Choose a stock level to see what runs low.',
      'Open the tabs Categories and Brands to add and rename them.',
    ],
    reference: 'products#inventory-screen',
  },
  '/inventory/products': {
    about: 'All products with price, cost and stock.',
    actions: [
      'Add a product with "Add New Product", or many with "Import CSV".',
      'Adjust the stock in the menu of a row.',
      'Filter by category, brand or stock level, and export the result.',
    ],
    reference: 'products',
  },
  '/inventory/products/$id': {
    about: 'Everything about one product: its data, stock movements, files and history.',
    actions: [
      'Edit a value where it is shown.',
      'Adjust the stock, with a reason.',
      'Read who moved the stock, and for which order.',
    ],
    reference: 'stock',
  },
  '/inventory/categories': {
    about: 'Categories, subcategories and brands, which group products.',
    actions: [
      'Add a category, a subcategory or a brand.',
      'Rename one: its products show the new name.',
      'Delete one that no product uses.',
    ],
    reference: 'products#groups',
  },
  '/units': {
    about: 'The units that quantities are counted in, with their decimals and GST codes.',
    actions: [
      'Add a unit.',
      'Set how many decimals a quantity may have.',
      'Choose the code that GST returns use.',
    ],
    reference: 'tax#units',
  },
  '/tax-classes': {
    about: 'The GST rates of products and services, and since when they apply.',
    actions: [
      'Add a tax class.',
      'Enter a new rate with its first day.',
      'Give the class to products and services.',
    ],
    reference: 'tax#tax-classes',
  },
  '/changing-to-gst': {
    about: 'What is still missing for GST line by line, instead of one tax rate per document.',
    actions: [
      'Complete the company, customers, products and services that are listed.',
      'Open an order or a draft that has one rate for all lines, and save it.',
      'Repeat until the list is empty.',
    ],
    reference: 'changing-to-gst',
  },
  '/services': {
    about: 'What the company does for customers: repairs, installation, training.',
    actions: [
      'Add a service with "Add Service".',
      'Set its price, or mark it as quoted each time.',
      'Make a service inactive to keep it out of new orders.',
    ],
    reference: 'services',
  },
  '/price-lists': {
    about: 'Prices for all customers or for one, from a quantity on, with discount limits by role.',
    actions: [
      'Add a list with "New Price List".',
      'Enter the products with their prices and quantities.',
      'Set how far below the list each role may sell.',
    ],
    reference: 'price-lists',
  },
  '/price-lists/$id': {
    about: 'Everything about one price list: prices, discount limits, notes and history.',
    actions: [
      'Edit the prices and the limits.',
      'Set the days from and until which it applies.',
      'Read who changed a price, and when.',
    ],
    reference: 'price-lists',
  },
  '/quotations': {
    about: 'What was offered to customers and leads, until when, and what they decided.',
    actions: [
      'Prepare a quotation with "New Quotation", and send it in the menu of its row.',
      'Revise what was sent: the next revision is a draft with the same number.',
      'Create the order of an accepted quotation.',
    ],
    reference: 'quotations',
  },
  '/quotations/$id': {
    about: 'Everything about one quotation: lines, options, decision, emails, notes and history.',
    actions: [
      'Send it, or enter what the customer decided.',
      'Revise it, or create the order.',
      'Write a note, or attach a file.',
    ],
    reference: 'quotations',
  },
  '/deliveries': {
    about: 'What left for customers, order by order, with transporter and vehicle.',
    actions: [
      'Open a delivery to read its lines and how it travels.',
      'Download the delivery challan or the picking list.',
      'Move an order to shipped to deliver all open quantities.',
    ],
    reference: 'deliveries',
  },
  '/deliveries/$id': {
    about: 'Everything about one delivery: transport, notes, files and history.',
    actions: [
      'Read the order, the date and the transport.',
      'Write a note, or attach the signed challan.',
      'Read who changed the delivery, and when.',
    ],
    reference: 'deliveries',
  },
  '/orders': {
    about: 'What customers ordered. The stock follows the status of each order.',
    actions: [
      'Create an order with "New Order".',
      'Move it from pending to delivered, on the board or in its row.',
      'Create the invoice in the menu of a row.',
    ],
    reference: 'orders',
  },
  '/orders/$id': {
    about: 'Everything about one order: its lines, invoices, notes, files and history.',
    actions: ['Change the status.', 'Create an invoice of it.', 'Write a note, or attach a file.'],
    reference: 'orders#status',
  },
  '/duplicates': {
    about: 'Records that may be the same company or product twice.',
    actions: [
      'Compare the records of a group.',
      'Merge two of them, and choose the values to keep.',
      'Undo a merge on the screen "Bulk Changes".',
    ],
    reference: 'duplicates',
  },
  '/workspaces': {
    about: 'Teams that see and edit only their own records.',
    actions: [
      'Add a workspace with "Add Workspace".',
      'Add members, and choose what each may do.',
      'Switch between workspaces in the header.',
    ],
    reference: 'workspaces',
  },
  '/invoices': {
    about: 'Drafts and issued invoices, from the first line to the last rupee.',
    actions: [
      'Create an invoice, of an order or by hand.',
      'Issue it: it gets its number and can no longer change.',
      'Send it by email, and record its payments.',
    ],
    reference: 'invoices',
  },
  '/invoices/$id': {
    about: 'Everything about one invoice: its lines, payments, e-invoice, notes and history.',
    actions: [
      'Issue, send or download it.',
      'Record a payment.',
      'Correct it with a credit or debit note.',
    ],
    reference: 'invoices#status',
  },
  '/invoices/numbers': {
    about:
      'The number series of invoices, notes and orders. It shows that legal numbers have no gaps.',
    actions: [
      'Check the first and last number of a financial year.',
      'Check that it has no gaps.',
      'See which numbers were cancelled.',
    ],
    reference: 'invoices#number-series-screen',
  },
  '/gst-returns': {
    about: 'The GSTR-1 of a month, from the issued documents, and its file for Tally.',
    actions: [
      'Choose the month and the table.',
      'Open the documents behind a row.',
      'Download the file for the portal, then choose "Mark as Filed".',
    ],
    reference: 'returns',
  },
  '/payments': {
    about: 'What customers paid, and for which invoice.',
    actions: [
      'Record a payment with "Record Payment".',
      'Change its status in the menu of its row.',
      'Download the receipt.',
    ],
    reference: 'payments',
  },
  '/receivables': {
    about: 'Unpaid invoices of each customer, by days past the due date.',
    actions: [
      'Choose a day under "As of" to see the unpaid invoices of that day.',
      'Open a row to read the statement of the customer.',
      'Send a statement or a reminder in the menu of a row.',
    ],
    reference: 'receivables#screen',
  },
  '/receipts': {
    about: 'One sum of a customer that pays many invoices, less TDS and round-off.',
    actions: [
      'Record a receipt with "Record Receipt". The oldest invoices are filled first.',
      'Pay invoices later from the unallocated amount with "Allocate".',
      'Cancel a receipt that was a mistake. Its invoices are due again.',
    ],
    reference: 'receipts',
  },
  '/receipts/$id': {
    about: 'Everything about one receipt: its invoices, notes, files and history.',
    actions: [
      'Read which invoices it paid, with TDS and round-off.',
      'Write a note, or attach the advice of the bank.',
      'Download it, or cancel it.',
    ],
    reference: 'receipts',
  },
  '/advances': {
    about: 'What customers paid before the invoice, with the receipt voucher that GST requires.',
    actions: [
      'Record an advance with "Record Advance".',
      'Apply it to an invoice.',
      'Refund the part that is left.',
    ],
    reference: 'advances',
  },
  '/credit-notes': {
    about: 'Corrections of issued invoices in favour of the customer: returns and overcharges.',
    actions: [
      'Create a note with "New Credit Note", and choose its invoice.',
      'Issue it: it gets its number and lowers the balance.',
      'Send or download it.',
    ],
    reference: 'credit-notes',
  },
  '/debit-notes': {
    about: 'Corrections of issued invoices that charged too little.',
    actions: [
      'Create a note with "New Debit Note", and choose its invoice.',
      'Issue it: it gets its number and raises the balance.',
      'Send or download it.',
    ],
    reference: 'credit-notes',
  },
  '/reports': {
    about: 'Figures over a period, as table, chart and file.',
    actions: ['Open a report.', 'Choose its period and its groups.', 'Download it.'],
    reference: 'reports',
  },
  '/reports/$name': {
    about: 'One report, for the period and the groups that you choose.',
    actions: [
      'Choose the period and the groups.',
      'Click a row to open the record behind it.',
      'Download it as CSV, Excel or PDF.',
    ],
    reference: 'reports',
  },
  ...stockHelp,
  ...buyingHelp,
  ...companyHelp,
};

const lists: ReadonlySet<string> = new Set([
  '/leads',
  '/customers',
  '/inventory/products',
  '/services',
  '/price-lists',
  '/vendors',
  '/quotations',
  '/orders',
  '/deliveries',
  '/invoices',
  '/payments',
  '/receivables',
  '/receipts',
  '/advances',
  '/credit-notes',
  '/debit-notes',
]);

/** The keys that are used most on a screen. */
export function keysOf(path: string): readonly ShortcutName[] {
  if (path === '/pipeline') return ['create', 'find', 'card', 'lift'];
  if (lists.has(path)) return ['create', 'find', 'open', 'select'];
  return path.endsWith('/$id') ? ['edit', 'search', 'close'] : ['search', 'sheet', 'close'];
}
