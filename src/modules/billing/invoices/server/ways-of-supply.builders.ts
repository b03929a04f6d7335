import fc from 'fast-check';
import { expect } from 'vitest';
import type { Caller } from '~/kit/server/testing/test-calls';
import { completeGstin } from '~/modules/organization/company/gstin.rules';
import { uploadOf } from '~/modules/records/imports/server/imports.builders';
import type { Customer, NewCustomer } from '~/modules/sales/customers/customers.fields';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import type { InvoiceWithLines } from '../invoices.fields';
import type { SupplyFixture } from './supplies.builders';

const texts = ['none', 'tamil', 'short', 'coded', 'german', 'unread', 'other'] as const;
type Text = (typeof texts)[number];

/** The fields of a buyer, its state code, and that code once "Goa" replaces its state. */
const written: Record<Text, { values: NewCustomer; code: string | null; inGoa: string }> = {
  none: { values: {}, code: null, inGoa: '30' },
  tamil: { values: { state: 'Tamil Nadu', country: 'India' }, code: '33', inGoa: '30' },
  short: { values: { state: 'mh' }, code: '27', inGoa: '30' },
  coded: { values: { state_code: '29' }, code: '29', inGoa: 'refused' },
  german: { values: { state: 'Bavaria', country: 'Germany' }, code: '96', inGoa: '96' },
  unread: { values: { state: 'Bavaria' }, code: 'refused', inGoa: '30' },
  other: { values: { state: 'Kerala', state_code: '29' }, code: 'refused', inGoa: 'refused' },
};

const ways = ['typed', 'file', 'lead', 'quotation', 'quoted lead', 'order', 'delivery'] as const;

interface Case {
  way: (typeof ways)[number];
  texts: Text;
  registered: '27' | '29' | null;
  site: '27' | '29' | null;
  /** When the address is named: with the first document, by a change of that, with the invoice, by a change of that. */
  at: 'source' | 'put' | 'invoice' | 'later';
  /** How the buyer or the address moves: in its list's cell, with many, by a merge, or the address alone. */
  move: 'cell' | 'bulk' | 'merge' | 'address' | null;
  /** Whether it moves once the invoice is a draft, or before. */
  isLate: boolean;
}

export const cases: fc.Arbitrary<Case> = fc
  .record({
    way: fc.constantFrom(...ways),
    texts: fc.constantFrom(...texts),
    registered: fc.constantFrom(null, null, '27' as const, '29' as const),
    site: fc.constantFrom(null, '27' as const, '29' as const),
    at: fc.constantFrom('source' as const, 'put' as const, 'invoice' as const, 'later' as const),
    move: fc.constantFrom(
      null,
      null,
      'cell' as const,
      'bulk' as const,
      'merge' as const,
      'address' as const,
    ),
    isLate: fc.boolean(),
  })
  .map((drawn) => {
    const hasNoCode = isOfLead(drawn) && ['coded', 'other'].includes(drawn.texts);
    return {
      ...drawn,
      texts: hasNoCode ? 'none' : drawn.texts,
      registered: isOfLead(drawn) ? null : drawn.registered,
    };
  });

/** Whether the buyer begins as a lead, which has neither a GSTIN nor a code. */
function isOfLead({ way }: Pick<Case, 'way'>): boolean {
  return way === 'lead' || way === 'quoted lead';
}

/** The place of supply with CGST, SGST and IGST of 4 pieces at ₹100, or a refusal. */
type Outcome = [state: string | null, cgst: number, sgst: number, igst: number] | typeof refused;
const refused = 'refused';

/** What the law makes of a case in the end. */
export function lawOf(given: Case): Outcome {
  const law = stateBy(given);
  if (law === refused) return refused;
  return law === '27' ? [law, 36, 36, 0] : [law, 0, 0, 72];
}

function stateBy({ texts: text, registered, site, move }: Case): string {
  const { code, inGoa } = written[text];
  const isMoved = move === 'cell' || move === 'bulk';
  const goesTo = site !== null && move === 'address' ? '33' : site;
  if (move === 'merge') return goesTo ?? '30';
  if (registered) return goesTo ?? registered;
  const state = isMoved ? inGoa : code;
  if (state === refused || state === '96') return state;
  return goesTo ?? state ?? '27';
}

interface Party {
  customer: number;
  /** Of the quotation by which a lead became the customer. */
  order?: OrderWithLines;
}

type Invoicing = (customer: number, address: object) => Promise<InvoiceWithLines>;

/** The ways of a buyer and an address to an invoice. */
export class Ways {
  readonly #caller: Caller;
  readonly #supplies: SupplyFixture;
  #count = 0;

  constructor(caller: Caller, supplies: SupplyFixture) {
    this.#caller = caller;
    this.#supplies = supplies;
  }

  /** The supply of the invoice that comes of a case: at once, or where it is refused, after its draft was left to follow. */
  async outcomeOf(given: Case): Promise<Outcome> {
    const { id } = await this.#draftBy(given);
    const { findings } = await this.#supplies.checkOf(id);
    const first = await this.#issued(id);
    if (first === null && given.move !== null)
      await this.#put(`/invoices/${id}`, { supply_type: null, place_of_supply: null });
    const invoice = first ?? (await this.#issued(id));
    if (given.texts === 'none' && !given.registered && !given.site && !given.move)
      expect(findings.map(({ message }) => message).join(' ')).toContain('not known');
    if (invoice === null) return refused;
    const { place_of_supply, cgst_amount, sgst_amount, igst_amount } = invoice;
    return [place_of_supply, cgst_amount, sgst_amount, igst_amount];
  }

  async #put(path: string, values: object): Promise<void> {
    const response = await this.#caller.put(path, values);
    expect(response.status, response.body.error).toBe(200);
  }

  #gstin(state: string): string {
    this.#count += 1;
    return completeGstin(`${state}AAGCB${String(this.#count).padStart(4, '0')}J1Z`);
  }

  async #issued(id: number): Promise<InvoiceWithLines | null> {
    const { status, body } = await this.#supplies.issue(id);
    if (status === 200) return body.data;
    expect([status, body.code]).toEqual([409, 'invoice.not_ready']);
    expect(body.details.length).toBeGreaterThan(0);
    return null;
  }

  /** The buyer as it came in by its way, with its order where a quotation made a lead the customer. */
  async #partyBy({ way, texts: text, registered }: Case): Promise<Party> {
    const { values } = written[text];
    if (way === 'lead' || way === 'quoted lead') {
      const { state, country } = values;
      const { id } = await makeLead(this.#caller, { state, country });
      if (way === 'quoted lead') {
        const order = await this.#supplies.quotedOrder({ lead_id: id });
        return { customer: order.customer_id, order };
      }
      const path = `/leads/${id}/convert`;
      const response = await this.#caller.post<{ customer: Customer }>(path);
      return { customer: response.body.data.customer.id };
    }
    const gstin = registered && this.#gstin(registered);
    const own = {
      ...values,
      ...(gstin ? { gstin } : {}),
      ...(gstin && 'state_code' in values ? { state_code: registered } : {}),
    };
    if (way !== 'file') return { customer: (await makeCustomer(this.#caller, own)).id };
    this.#count += 1;
    const name = `File ${this.#count}`;
    const row = { company_name: name, contact_person: 'Farah Khan', ...own };
    const file = `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`;
    await this.#caller.upload('/customers/import', uploadOf(file));
    const listed = await this.#caller.get<Customer[]>('/customers');
    return { customer: listed.body.data.find((each) => each.company_name === name)?.id ?? 0 };
  }

  /** The customer after the move. */
  async #moved({ move, registered }: Case, customer: number, site: number | null): Promise<number> {
    const values = { state: 'Goa' };
    if (move === 'cell') await this.#put(`/customers/${customer}`, values);
    if (move === 'bulk') {
      const sent = { ids: [customer], action: 'update', values };
      const { body } = await this.#caller.post<{ results: object[] }>('/bulk/customers', sent);
      expect(body.data.results).toEqual([{ id: customer, ok: true }]);
    }
    if (move === 'address' && site !== null)
      await this.#put(`/customers/${customer}/addresses/${site}`, { state_code: '33' });
    if (move !== 'merge') return customer;
    const into = registered ? { gstin: this.#gstin('30') } : values;
    const { id } = await makeCustomer(this.#caller, into);
    const merged = await this.#caller.post(`/customers/${id}/merge`, { other_id: customer });
    expect(merged.status, merged.body.error).toBe(200);
    return id;
  }

  async #ofOrder({ id }: OrderWithLines): Promise<Invoicing> {
    const { items } = await this.#supplies.confirm(id);
    const lines = [{ ...this.#supplies.line, order_line_id: items[0]?.id }];
    return (customer, address) =>
      this.#supplies.draftOf(customer, { order_id: id, ...address, items: lines });
  }

  /** What makes the invoice, from a document that names the address itself or is changed to name it. */
  async #sourceOf(
    { way }: Case,
    { customer, order: quoted }: Party,
    { named, changed }: { named: object; changed: object },
  ): Promise<Invoicing> {
    const supplies = this.#supplies;
    if (way === 'quotation') {
      const quotation = { customer_id: customer, ...named };
      return this.#ofOrder(await supplies.quotedOrder(quotation, changed));
    }
    if (way === 'order' || quoted) {
      const order = quoted ?? (await supplies.orderOf(customer, named));
      await this.#put(`/orders/${order.id}`, changed);
      return this.#ofOrder(order);
    }
    if (way !== 'delivery') return supplies.draftOf;
    const order = await supplies.orderOf(customer);
    const { id: delivery_id } = await supplies.deliveryOf(order, named, changed);
    return (_customer, address) => supplies.make('/invoices', { delivery_id, ...address });
  }

  /** The draft of an invoice by the way of a case, after its move. */
  async #draftBy(given: Case): Promise<InvoiceWithLines> {
    const party = await this.#partyBy(given);
    const site = given.site && (await this.#supplies.siteOf(party.customer, given.site));
    const addressAt = (at: Case['at']) =>
      site !== null && namedAt(given) === at ? { shipping_address_id: site } : {};
    const addresses = { named: addressAt('source'), changed: addressAt('put') };
    const invoice = await this.#sourceOf(given, party, addresses);
    const move = () => this.#moved(given, party.customer, site);
    const customer = given.isLate ? party.customer : await move();
    const draft = await invoice(customer, addressAt('invoice'));
    await this.#put(`/invoices/${draft.id}`, addressAt('later'));
    if (given.isLate) await move();
    return draft;
  }
}

/** When an address can be named: a lead has none, and without a document before the invoice that one names it. */
function namedAt({ way, at }: Case): Case['at'] {
  if (way === 'quoted lead') return at === 'source' ? 'invoice' : at;
  if (way === 'order' || way === 'quotation' || way === 'delivery') return at;
  return { source: 'invoice', put: 'later', invoice: 'invoice', later: 'later' }[at] as Case['at'];
}
