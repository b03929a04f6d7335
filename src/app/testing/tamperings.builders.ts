const product =
  '(select min(product_id) from order_lines l join orders o on o.id = l.order_id where product_id is not null)';
const oneOf = (table: string) => `(select min(id) from ${table})`;
const invoice = `(select min(invoice_id) from payments where status = 'completed')`;

const countedLine =
  "select min(l.id) from count_lines l join counts c on c.id = l.count_id where c.status = 'posted'";
const ordered = '(select min(invoice_id) from invoice_lines where order_line_id is not null)';
/** A customer that the first record of the table is not of. */
const otherThanOf = (table: string) =>
  `(select min(c.id) from customers c, ${table} d where d.id = ${oneOf(table)} and c.id <> d.customer_id)`;

/** What someone does who owns the database, past every trigger, by the check that finds it. */
export const tamperings: [name: string, tampering: string, message: RegExp][] = [
  [
    'Stored product counts are correct',
    `insert into product_counts values ('brand', 1, 1)`,
    /counted, \d+ there$/,
  ],
  [
    'Product stock equals the sum of its movements',
    `update products set stock_quantity = stock_quantity + 3 where id = ${product}`,
    /in stock, -?\d+ by its movements$/,
  ],
  [
    'The value of stock equals the sum of its movements, and is 0 without stock',
    `update products set stock_value = stock_value + 3 where id = ${product}`,
    / as value, -?[\d.]+ by its movements, -?[\d.]+ in stock$/,
  ],
  [
    'Each movement has the value that follows from those before it',
    `update stock_movements set value = value + 1 where id = ${oneOf('stock_movements')}`,
    /^movement \d+ of product \d+: -?[\d.]+ and -?[\d.]+ for -?[\d.]+ and -?[\d.]+$/,
  ],
  [
    'Each stock movement continues from the previous one',
    `update stock_movements set quantity_before = quantity_before + 1, quantity_after = quantity_after + 1 where id = ${oneOf('stock_movements')}`,
    /^movement \d+ of product \d+ begins at \d+, the one before ended at \d+$/,
  ],
  [
    'What lies in locations and lots equals the sum of its movements',
    `insert into stock_levels (product_id, location_id, quantity) values (${product}, 1, 3)`,
    /^product \d+ in location 1, lot : 3 there, 0 by its movements$/,
  ],
  [
    'Held stock is what lies in holds and with job workers',
    `update products set held_quantity = 2 where id = ${product}`,
    /: 2 held, 0 there$/,
  ],
  [
    'All stock of a tracked product is in lots, each serial number once',
    `update products set tracking = 'lot' where id = (select min(id) from products where stock_quantity > 0)`,
    / in stock, 0 in lots$/,
  ],
  [
    'The movements of each transfer add up to 0 and match its lines',
    `update transfer_lines set quantity = quantity + 1 where id = ${oneOf('transfer_lines')}`,
    /^TR-.*, product \d+: [\d.]+ on its lines, [\d.]+ came, [\d.]+ went, 0[.0]* in all, worth 0/,
  ],
  [
    'Transfers have as many lines as they count',
    `update transfers set item_count = item_count + 1 where id = ${oneOf('transfers')}`,
    /^TR-.* has \d+ items and \d+ lines$/,
  ],
  [
    'Transfer numbers have no gaps',
    'update transfer_numbers set last_number = last_number + 1',
    /^number \d+ of \S+ is missing$/,
  ],
  [
    'Numbers of challans for job work have no gaps',
    'update job_challan_numbers set last_number = last_number + 1',
    /^number \d+ of 26-27 is missing$/,
  ],
  [
    'The movements of each goods receipt match its lines',
    `update goods_receipt_lines set stock_quantity = stock_quantity + 1 where id = ${oneOf('goods_receipt_lines')}`,
    /^GRN-.*, line \d+: [\d.]+ worth [\d.]+, moved [\d.]+ worth [\d.]+$/,
  ],
  [
    'Received goods moved, and are worth what their lines say',
    `update goods_receipt_lines set value = value + 1 where id = ${oneOf('goods_receipt_lines')}`,
    /^GRN-.*, line \d+: [\d.]+ by its line, [\d.]+ by its movements$/,
  ],
  [
    'Lines of purchase orders have received what their receipts say',
    `update purchase_order_lines set rejected_quantity = rejected_quantity + 1 where id = ${oneOf('purchase_order_lines')}`,
    /^PO-.*, line \d+: [\d.]+ received, [\d.]+ rejected, [\d.]+ returned, for /,
  ],
  [
    'No more goes back than was accepted',
    `update goods_receipt_lines set rejected_quantity = quantity, of_line_id = id where id = ${oneOf('goods_receipt_lines')}`,
    /^GRN-.*, line \d+: [\d.]+ went back of 0/,
  ],
  [
    'Goods receipts have as many lines as they count',
    `update goods_receipts set item_count = item_count + 1 where id = ${oneOf('goods_receipts')}`,
    /^GRN-.* has \d+ items and \d+ lines$/,
  ],
  [
    'Numbers of goods receipts have no gaps',
    'update goods_receipt_numbers set last_number = last_number + 1',
    /^number \d+ of \S+ is missing$/,
  ],
  [
    'Numbers of returns to vendors have no gaps',
    'update vendor_return_numbers set last_number = last_number + 1',
    /^number \d+ of 26-27 is missing$/,
  ],
  [
    'What was cancelled and what took it back are nothing together',
    `set stock.valuing = 'yes'; update stock_movements set is_void = true, value = 0, difference = 0 where id = ${oneOf('stock_movements')}`,
    /^\w* ?\d* ?left -?[\d.]+ of product \d+$/,
  ],
  [
    'Posted counts found what their moments have',
    `update count_lines set counted_quantity = counted_quantity + 1, book_quantity = book_quantity + 1 where id = (${countedLine})`,
    /^SC-.*, product \d+: .* counted, .* there at its moment$/,
  ],
  [
    'Movements of posted counts equal their differences',
    `update count_lines set book_quantity = book_quantity + 1 where id = (${countedLine})`,
    /^SC-.*, product \d+: .* as difference, .* moved$/,
  ],
  [
    'Quantities have no more decimals than their unit allows',
    `update units set decimals = 0 where code = 'kg'`,
    /\.\d+ in stock, .*; kg has 0 decimals$/,
  ],
  [
    'Movements, categories, subcategories and brands of products exist',
    `update products set brand_id = 99999 where id = ${product}`,
    /brand 99999, of which one is not there$/,
  ],
  [
    'Reserved stock matches open orders',
    `update products set reserved_quantity = reserved_quantity + 1 where id = ${product}`,
    /reserved, open orders hold \d+/,
  ],
  [
    'Order totals match their lines',
    `update order_lines set line_total = line_total + 1 where id = ${oneOf('order_lines')}`,
    /^ORD-.* items, subtotal .*; its lines: /,
  ],
  [
    'The status of each order follows its deliveries',
    `update orders set status = 'pending' where id = (select max(order_id) from deliveries where status = 'dispatched')`,
    /^ORD-.* is pending and .* delivered; its lines: /,
  ],
  [
    'Delivered quantities of orders match their deliveries',
    `update order_lines set delivered_quantity = 0
     where id = (select min(id) from order_lines where delivered_quantity > 0)`,
    /^ORD-.*: ".*" of .*: 0\S* delivered, its deliveries have /,
  ],
  [
    'Deliveries have the customer and the lines of their order',
    `update deliveries set item_count = item_count + 1 where id = ${oneOf('deliveries')}`,
    / has \d+ items and \d+ lines$/,
  ],
  [
    'Delivery addresses belong to the customer of the delivery',
    `update deliveries d set shipping_address_id = (select min(id) from customer_addresses a where a.customer_id <> d.customer_id)
     where id = ${oneOf('deliveries')}`,
    / names address \d+ of customer \d+$/,
  ],
  [
    'Delivery numbers have no gaps',
    'update delivery_numbers set last_number = last_number + 1',
    /^number \d+ of \d\d-\d\d is missing$/,
  ],
  [
    'Receipts match their payments and advances',
    `update receipts set tds_amount = tds_amount - 0.01 where id = ${oneOf('receipts')}`,
    /^RCT-.*: .*, TDS .*, round-off .*; its payments: .*, its advance: 0, its refunds: 0$/,
  ],
  [
    'Accounts of customers match their balances less their credit',
    `update payments set kind = 'cash' where kind = 'tds'`,
    /^customer \d+: movements .*, balances /,
  ],
  [
    'Receipts and their invoices have the same customer',
    `update receipts set customer_id = customer_id + 1 where id = ${oneOf('receipts')}`,
    /^RCT-.* of customer \d+ pays INV-.* of customer \d+$/,
  ],
  [
    'Uses of the credit of an invoice match the invoices that they pay, or their vouchers',
    `insert into payments (invoice_id, kind, amount, payment_method, payment_date, created_at, updated_at)
     values (${invoice}, 'set_off', -1, 'other', '2026-04-01', now(), now()), (${invoice}, 'cash', 1, 'other', '2026-04-01', now(), now())`,
    /^Set-off \d+ of -1\.00, completed; its other half: /,
  ],
  [
    'Accounts of vendors match their balances less their credit',
    `update bills set counted_at = null where id = (select min(id) from bills where kind = 'bill' and balance_due > 0 and status not in ('draft', 'cancelled'))`,
    /^vendor \d+: movements .*, balances /,
  ],
  [
    'Payments to vendors match their allocations',
    `update vendor_payments set round_off = round_off + 0.01 where id = ${oneOf('vendor_payments')}`,
    /^VP-.*: .*, TDS .*, round-off .*; its allocations: /,
  ],
  [
    'Payments to vendors and their bills have the same vendor',
    `update vendor_payments p set vendor_id = (select min(v.id) from vendors v where v.id <> p.vendor_id)
     where id = (select min(vendor_payment_id) from vendor_payment_allocations)`,
    /^VP-.* of vendor \d+ pays PB-.* of vendor \d+$/,
  ],
  [
    'Bills are paid by their payments',
    `update bills set paid_amount = paid_amount + 1 where id = ${oneOf('bills')}`,
    /^PB-.* is paid .*; its payments: /,
  ],
  [
    'Bills total their lines, charges and tax',
    `update bill_lines set line_total = line_total + 1 where id = ${oneOf('bill_lines')}`,
    /^PB-.*: lines and charges .*, subtotal /,
  ],
  [
    'Bills owe their total without TDS and tax under reverse charge, payments and credits',
    `update bills set payable_amount = payable_amount + 1 where id = ${oneOf('bills')}`,
    /^PB-.*: payable .*, balance /,
  ],
  [
    'Ordered lines are billed as often as booked bills say',
    `update purchase_order_lines set billed_quantity = billed_quantity + 1 where id = ${oneOf('purchase_order_lines')}`,
    /^PO-.*, line \d+: billed .*, on bills /,
  ],
  [
    'Numbers of payments to vendors have no gaps',
    'update vendor_payment_numbers set last_number = last_number + 1',
    /^number \d+ of \d\d-\d\d is missing$/,
  ],
  [
    'Receipt numbers have no gaps',
    'update receipt_numbers set last_number = last_number + 1',
    /^number \d+ of \d\d-\d\d is missing$/,
  ],
  [
    'Invoice totals match their lines',
    `delete from invoice_lines where id = ${oneOf('invoice_lines')}`,
    / lines, subtotal .*; its lines: /,
  ],
  [
    'Invoice numbers have no gaps',
    'update invoice_numbers set last_number = last_number + 1',
    /^number \d+ of \d\d-\d\d is missing$/,
  ],
  [
    'Every invoice number was assigned exactly once',
    'insert into freed_invoice_numbers select number_year, number_sequence from invoices where number_sequence is not null order by id limit 1',
    / was never given, or given back$/,
  ],
  [
    'Stored copies of issued invoices match the invoices',
    `update papers set document = document || '{"total_amount": 1}' where kind = 'invoices' and record_id = (select min(record_id) from papers where kind = 'invoices')`,
    /^INV-.* is kept as INV-.* of 1$/,
  ],
  [
    'Invoice balances match their notes and completed payments',
    `update payments set amount = amount - 0.01 where id = (select min(id) from payments where invoice_id = ${invoice} and status = 'completed')`,
    /: total .*, paid .*, balance .*; its payments: /,
  ],
  [
    'An advance, its order and its invoices have the same customer',
    `update advances set order_id = (select min(o.id) from orders o where o.customer_id <> advances.customer_id)`,
    /^RV-.* of customer \d+ is for ORD-.* of customer \d+$/,
  ],
  [
    'Advance balances match payments and refunds',
    `update payments set advance_id = (select min(id) from advances) where id = (select min(id) from payments where status = 'completed')`,
    /: .*, adjusted .*, refunded .*; its payments: .*, its refunds: /,
  ],
  [
    'Advances match their vouchers',
    `update advances set voucher = voucher || '{"amount": 1}'`,
    /^RV-.* of .* is kept as RV-.* of 1$/,
  ],
  [
    'Voucher numbers have no gaps',
    'update refund_voucher_numbers set last_number = last_number + 1',
    /^number 2 of 26-27 is missing$/,
  ],
  [
    'Credited and debited amounts of invoices match their issued notes',
    `update credit_notes set total_amount = total_amount + 1, round_off = round_off + 1 where id = ${oneOf('credit_notes')}`,
    /: credited .*, debited .*; its notes: /,
  ],
  [
    'Note totals match their lines',
    `delete from credit_note_lines where id = ${oneOf('credit_note_lines')}`,
    / lines, subtotal .*; its lines: /,
  ],
  [
    'Invoice lines are not credited twice',
    `update credit_note_lines set line_total = 1e9 where id = (select max(l.id) from credit_note_lines l join credit_notes n on n.id = l.credit_note_id where n.kind = 'credit')`,
    /" of .* is credited with /,
  ],
  [
    'Order lines are not invoiced or returned beyond the ordered quantity',
    `update order_lines set quantity = quantity / 1000, delivered_quantity = 0, closed_quantity = 0 where id = (select min(order_line_id) from invoice_lines)`,
    /^ORD-.*: ".*" of .*: .* invoiced, 0 came back$/,
  ],
  [
    'Note numbers have no gaps',
    'update debit_note_numbers set last_number = last_number + 1',
    /^number \d+ of \d\d-\d\d is missing$/,
  ],
  [
    'Order addresses belong to the customer of the order',
    `insert into customer_addresses (customer_id, created_at, updated_at) values (${otherThanOf('orders')}, now(), now());
     update orders set billing_address_id = (select max(id) from customer_addresses) where id = ${oneOf('orders')}`,
    /^ORD-.* of customer \d+ names address \d+ of customer \d+$/,
  ],
  [
    'Invoice addresses belong to the customer of the invoice',
    `insert into customer_addresses (customer_id, created_at, updated_at) values (${otherThanOf('invoices')}, now(), now());
     update invoices set shipping_address_id = (select max(id) from customer_addresses) where id = ${oneOf('invoices')}`,
    / of customer \d+ names address \d+ of customer \d+$/,
  ],
  [
    'An invoice and its order have the same customer',
    `update invoices set customer_id = customer_id + 1 where id = ${ordered}`,
    / of customer \d+ charges for ORD-.* of customer \d+$/,
  ],
  [
    'Invoice lines refer to lines of the order of their invoice',
    `update invoice_lines set order_line_id = (select min(id) from order_lines where order_id <> (select order_id from invoices where id = ${ordered}))
     where invoice_id = ${ordered}`,
    /: ".*" charges for a line of order \d+$/,
  ],
  [
    'Notes only correct lines of their invoice',
    `update credit_notes set invoice_id = invoice_id + 1 where id = (select max(credit_note_id) from credit_note_lines)`,
    / of invoice \d+ corrects ".*" of invoice \d+$/,
  ],
  [
    'Quotation totals match their lines',
    `update quotation_lines set line_total = line_total + 1 where id = ${oneOf('quotation_lines')}`,
    / R\d+: subtotal .*, total .*; its lines: /,
  ],
  [
    'An ordered quotation and its order belong to one customer',
    `update quotations q set status = 'ordered', order_id = (select max(o.id) from orders o where o.customer_id <> q.customer_id)
     where id = (select min(id) from quotations where customer_id is not null)`,
    / R\d+ of customer \d+ became order ORD-.* of customer \d+$/,
  ],
  [
    'Quotation addresses belong to the customer of the quotation',
    `update quotations q set billing_address_id = (select min(id) from customer_addresses a where a.customer_id <> q.customer_id)
     where id = (select min(id) from quotations where customer_id is not null)`,
    / R\d+ of customer \d+ names address \d+ of customer \d+$/,
  ],
  [
    'Only the newest revision of a quotation is in use',
    `update quotations set revision = 9,
       quotation_number = (select min(quotation_number) from quotations where status <> 'superseded')
     where id = (select max(id) from quotations)`,
    / R\d+ is .*, and there is a newer revision$/,
  ],
  [
    'Purchase order totals match their lines',
    `update purchase_order_lines set line_total = line_total + 1 where id = ${oneOf('purchase_order_lines')}`,
    /^PO-.*: \d+ items, subtotal .*; its lines: \d+, /,
  ],
  [
    'Purchase orders are received when none of their lines is open',
    `update purchase_orders set receipt_state = 'partly' where id = ${oneOf('purchase_orders')}`,
    /^PO-.* is \w+, partly received; open lines: \d+/,
  ],
  [
    'Order numbers are unique',
    `alter table orders drop constraint orders_order_number_key;
     update orders set order_number = (select max(order_number) from orders) where id = ${oneOf('orders')}`,
    /^ORD-.* is the number of 2 orders$/,
  ],
  [
    'All records satisfy the constraints of their tables',
    'alter table products add constraint dearer check (unit_price > 1e9) not valid',
    /^products: \d+ breaks dearer$/,
  ],
  [
    'Custom values of records belong to custom fields',
    `update leads set custom = custom || '{"lathe": "L-7"}' where id = ${oneOf('leads')}`,
    /^leads \d+ has a value of "lathe", which is not a field$/,
  ],
  [
    'Stored lead counts are correct',
    `delete from leads where id = ${oneOf('leads')}`,
    /counted, \d+ there$/,
  ],
  [
    'All references point to existing records',
    `update orders set customer_id = 99999 where id = ${oneOf('orders')}`,
    /^orders: \d+ points at customers 99999 which is not there$/,
  ],
];
