import { formatMoney, formatPrice } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import { escaped } from '~/modules/sales/documents/print/letters.rules';
import { discountSums, stateTaxName } from '~/modules/sales/documents/taxes/tax-texts.rules';
import type { PublicLine, PublicQuotation } from './public.fields';
import { quotationLabel } from './quotations.rules';

/** What the visitor has typed, so that a refused form keeps it. */
export interface TypedDecision {
  name: string;
  purchase_order: string;
  reason: string;
  options: readonly number[];
}

export const nothingTyped: TypedDecision = {
  name: '',
  purchase_order: '',
  reason: '',
  options: [],
};

interface Shown {
  quotation: PublicQuotation;
  /** Why it can no longer be decided; null while it can. */
  closed: string | null;
  typed?: TypedDecision;
  /** Why the form was refused. */
  problem?: string | null;
  /** After the visitor's own decision. */
  isThanked?: boolean;
  /** The path of the page itself. */
  path: string;
}

/**
 * The page behind a quotation's link (docs/product/quotations.md#page): whole without scripts, so that it is read at once on
 * a phone, and answered by a plain form.
 */
export function quotationPage(shown: Shown): string {
  const { quotation, isThanked = false } = shown;
  const { company_name, company_logo } = quotation;
  const logo = company_logo ? `<img class="logo" src="${escaped(company_logo)}" alt="">` : '';
  const thanks = isThanked
    ? `<p class="notice good" role="status">Thank you. ${escaped(company_name)} has been notified.</p>`
    : '';
  return page(
    `Quotation ${quotationLabel(quotation)}`,
    `<header>${logo}<p class="company">${escaped(company_name)}</p></header>
<main>
<h1>Quotation ${escaped(quotationLabel(quotation))}</h1>
${thanks}${alertOf(shown.problem)}${decisionOf(shown)}
${detailsOf(quotation)}
${paragraphs(quotation.cover_text)}
${linesOf(quotation)}
${totalsOf(quotation)}
${quotation.terms_conditions ? `<h2>Terms &amp; Conditions</h2>${paragraphs(quotation.terms_conditions)}` : ''}
<p><a class="button quiet" href="/api/public/quotations${escaped(shown.path.slice('/q'.length))}/pdf">Download PDF</a></p>
${shown.closed === null ? formOf(shown) : ''}
</main>`,
  );
}

/** The page of a link that shows no quotation. */
export function closedPage(message: string): string {
  return page(
    'Quotation not available',
    `<main><h1>Quotation not available</h1><p>${escaped(message)}</p></main>`,
  );
}

function alertOf(problem: string | null = null): string {
  return problem === null ? '' : `<p class="notice bad" role="alert">${escaped(problem)}</p>`;
}

function decisionOf({ quotation, closed, isThanked }: Shown): string {
  const { decided_by_name, status } = quotation;
  if (closed === null) return '';
  if (decided_by_name === null || (status !== 'accepted' && status !== 'declined'))
    return `<p class="notice">${escaped(closed)}</p>`;
  const text = `${status === 'accepted' ? 'Accepted' : 'Declined'} by ${decided_by_name}`;
  return `<p class="notice${isThanked ? ' good' : ''}">${escaped(text)}</p>`;
}

function detailsOf(quotation: PublicQuotation): string {
  const { customer_name, quotation_date, valid_until, reference, printed_fields } = quotation;
  const details = [
    ['For', customer_name],
    ['Date', formatDay(quotation_date)],
    ['Valid until', formatDay(valid_until)],
    ...(reference === null ? [] : [['Reference', reference]]),
    ...printed_fields.map(({ label, value }) => [label, value]),
  ];
  const rows = details.map(
    ([label = '', value = '']) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`,
  );
  return `<dl class="facts">${rows.join('')}</dl>`;
}

function linesOf({ items }: PublicQuotation): string {
  const included = items.filter(({ is_option }) => !is_option);
  const rows = included.map(
    (line) => `<tr><td>${escaped(line.description)}</td>
<td class="number"><span class="small">Quantity </span>${escaped(quantityOf(line))}</td>
<td class="number"><span class="small">Unit price </span>${formatPrice(line.unit_price)}</td>
<td class="number">${formatMoney(line.line_total, 'INR')}</td></tr>`,
  );
  return `<table><thead><tr><th>Description</th><th class="number">Quantity</th>
<th class="number">Unit price</th><th class="number">Amount</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function quantityOf({ quantity, unit }: PublicLine): string {
  const amount = quantity.toLocaleString('en-IN', { maximumFractionDigits: 3 });
  return unit === null ? amount : `${amount} ${unit}`;
}

function totalsOf(quotation: PublicQuotation): string {
  const { subtotal, tax_amount, tax_rate, tax_mode, round_off, total_amount } = quotation;
  const { cgst_amount, sgst_amount, igst_amount, place_of_supply } = quotation;
  const taxes: (readonly [string, number])[] =
    tax_mode === 'single'
      ? [[`Tax (${tax_rate}%)`, tax_amount]]
      : [
          ['CGST', cgst_amount],
          [stateTaxName(place_of_supply), sgst_amount],
          ['IGST', igst_amount],
        ];
  const sums = [
    ...discountSums(quotation),
    ['Subtotal', subtotal] as const,
    ...taxes.filter(([, amount]) => tax_mode === 'single' || amount !== 0),
    ...(round_off === 0 ? [] : [['Round-off', round_off] as const]),
  ];
  const rows = sums.map(([label, value]) => sumRow(label, value));
  return `<dl class="totals">${rows.join('')}<div class="total"><dt>Total</dt><dd>${formatMoney(total_amount, 'INR')}</dd></div></dl>`;
}

function sumRow(label: string, value: number): string {
  return `<div><dt>${escaped(label)}</dt><dd>${formatMoney(value, 'INR')}</dd></div>`;
}

function formOf({ quotation, typed = nothingTyped, path }: Shown): string {
  // The disabled button is the one that Enter in an input would press.
  return `<form method="post" action="${escaped(path)}"><button disabled hidden></button>
<h2>Your decision</h2>
${optionsOf(quotation, typed)}
<label>Name<input name="name" required maxlength="120" autocomplete="name" value="${escaped(typed.name)}"></label>
<label>Purchase Order (optional)<input name="purchase_order" maxlength="100" value="${escaped(typed.purchase_order)}"></label>
<label>Reason, if you decline (optional)<textarea name="reason" rows="2" maxlength="1000">${escaped(typed.reason)}</textarea></label>
<p class="buttons"><button name="decision" value="accept">Accept Quotation</button>
<button class="quiet" name="decision" value="decline">Decline</button></p>
</form>`;
}

function optionsOf({ items }: PublicQuotation, { options }: TypedDecision): string {
  const offered = items.filter(({ is_option }) => is_option);
  if (offered.length === 0) return '';
  const boxes = offered.map((line) => {
    const checked = options.includes(line.position) ? ' checked' : '';
    const text = `${line.description}, ${quantityOf(line)}: ${formatMoney(line.line_total, 'INR')} before tax`;
    return `<label class="option"><input type="checkbox" name="options" value="${line.position}"${checked}> ${escaped(text)}</label>`;
  });
  return `<fieldset><legend>Options, added to the total if you tick them</legend>${boxes.join('')}</fieldset>`;
}

function paragraphs(text: string | null): string {
  const lines = (text ?? '').split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => `<p>${escaped(line)}</p>`).join('');
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title><style>${style}</style></head>
<body>${body}</body></html>
`;
}

const style = `
:root { --ink: #1c2733; --soft: #55626f; --line: #d9dfe5; --ground: #f4f6f8; --paper: #fff; --mark: #1864ab; --on-mark: #fff;
  --good: #e6f6ec; --bad: #fdecec; --note: #eef3f8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf0; --soft: #a4b0bc; --line: #3a444e; --ground: #14191e; --paper: #1d242b;
  --mark: #74b9f5; --on-mark: #10181f; --good: #17361f; --bad: #44191b; --note: #222f3b; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header, main { max-width: 760px; margin: 0 auto; }
header { display: flex; align-items: center; gap: 12px; padding: 4px 0 12px; }
.logo { max-height: 44px; max-width: 160px; }
.company { margin: 0; font-weight: 600; }
main { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 20px; }
h1 { font-size: 1.4rem; margin: 0 0 12px; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 20px 0 8px; }
p { overflow-wrap: anywhere; }
dl { margin: 0 0 16px; }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 4px 0; }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
.facts dd { white-space: pre-line; }
table { width: 100%; border-collapse: collapse; margin: 0 0 12px; }
th { text-align: left; color: var(--soft); font-weight: 500; font-size: 0.9rem; }
th, td { padding: 8px 6px; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.small { display: none; color: var(--soft); }
.totals dd { font-variant-numeric: tabular-nums; }
.total { border-top: 1px solid var(--line); font-weight: 700; font-size: 1.1rem; }
.total dt { color: inherit; }
.notice { background: var(--note); border-radius: 8px; padding: 10px 12px; margin: 0 0 12px; }
.good { background: var(--good); }
.bad { background: var(--bad); }
form { border-top: 1px solid var(--line); margin-top: 20px; }
label { display: block; margin: 0 0 12px; font-weight: 500; }
input, textarea { display: block; width: 100%; margin-top: 4px; padding: 10px; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--soft); border-radius: 8px; }
.option { font-weight: 400; }
.option input { display: inline; width: auto; margin: 0 6px 0 0; }
fieldset { border: 1px solid var(--line); border-radius: 8px; margin: 0 0 12px; }
.buttons { display: flex; flex-wrap: wrap; gap: 12px; }
button, .button { display: inline-block; min-height: 44px; padding: 10px 20px; font: inherit; font-weight: 600; border-radius: 8px; cursor: pointer;
  border: 1px solid var(--mark); background: var(--mark); color: var(--on-mark); text-decoration: none; }
[hidden] { display: none !important; }
.quiet { background: transparent; color: var(--mark); }
@media (max-width: 560px) {
  main { padding: 16px; }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  tr { display: grid; grid-template-columns: 1fr 1fr; border-bottom: 1px solid var(--line); padding: 8px 0; }
  td { border: 0; padding: 2px 0; }
  td:first-child { grid-column: 1 / -1; font-weight: 500; }
  td:nth-child(2), td:nth-child(3) { text-align: left; }
  td:last-child { grid-column: 1 / -1; font-weight: 600; }
  .small { display: inline; }
  .buttons button { flex: 1 1 100%; }
}
@media print { form, .button { display: none; } body { background: #fff; } main { border: 0; } }
`;
