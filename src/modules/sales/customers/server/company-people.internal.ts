import type { CheckedRow, Values } from '~/modules/records/imports/rows.rules';
import {
  listKeys,
  type Match,
  type Refusal,
  type Verdict,
} from '~/modules/records/imports/server/import-writer.service';
import type { Run } from '~/modules/records/imports/server/imports.service';
import { newCustomerFields } from '../customers.fields';
import { unknownParty } from '../customers.rules';
import { partFormats } from '../customer-parts.csv';
import { type PartPlan, type PartValues, planParts, type StoredPart } from '../part-slots.rules';
import { customerParty, type ExistingCustomer } from './customer-imports.queries';
import { companyKey, findByKeys } from './party-imports.queries';
import { severalHave } from './party-imports.service';
import { hasChanges, type PartPlans } from './part-imports.internal';
import { listPartsOf } from './part-imports.queries';

export const readOnly: Refusal = {
  field: null,
  message: 'You have read-only access to the workspace of this customer',
};

/** The customer that the rows of one company belong to. */
interface Company {
  /** Null until its row is written. */
  id: number | null;
  isNew: boolean;
  /** Of one that was found by its name: what `mayWrite` and `severalHave` check. */
  found: { workspaceId: number | null; isOneOfSeveral: boolean } | null;
  gstin: unknown;
  contacts: StoredPart[];
  /** The person of the customer itself, who becomes a contact together with the next one. */
  first: PartValues | null;
  /** By name: the line of each person. */
  lines: Map<string, number>;
}

/**
 * The companies of a file whose further rows are contacts of one customer
 * (docs/product/customers.md#several-people-of-one-company).
 */
export class CompanyPeople {
  private readonly companies = new Map<string, Company>();
  private readonly byValues = new WeakMap<Values, Company>();
  /** By the line of a row of the block. */
  private keys = new Map<number, string>();

  constructor(private readonly run: Run) {}

  /** Reads the companies of a block of rows, and finds those of rows without a record that are customers already. */
  async find(
    rows: readonly CheckedRow[],
    matches: readonly Match<ExistingCustomer>[],
  ): Promise<void> {
    const { session, context, dryRun } = this.run;
    const { trx } = session;
    const texts = rows.map(companyOf);
    const keys = await listKeys(trx, texts, companyKey);
    this.keys = new Map(rows.map(({ line }, at) => [line, keys[at] ?? '']));
    const isNew = (at: number) => !matches[at]?.existing && !matches[at]?.problem;
    const sought = keys.filter((key, at) => key !== '' && isNew(at) && !this.companies.has(key));
    if (sought.length === 0) return;
    const by = 'company_name';
    const { person } = context;
    const found = await findByKeys<ExistingCustomer>(
      trx,
      customerParty,
      { by, keys: sought },
      { person, isDry: dryRun },
    );
    const contacts = await listPartsOf(
      trx,
      contactFormat,
      found.map(({ id }) => id),
    );
    for (const customer of found) {
      const { key, id, workspace_id: workspaceId, gstin } = customer;
      const own = contacts.get(id) ?? [];
      this.companies.set(key, {
        id,
        isNew: false,
        found: { workspaceId, isOneOfSeveral: this.companies.has(key) },
        gstin,
        contacts: own,
        first: own.length > 0 ? null : personOf({ line: 0, key: '', values: customer }),
        lines: new Map(),
      });
    }
  }

  /** A row without a separate customer is a contact of its company; null for a new customer. */
  async joined(
    row: CheckedRow,
    mayWrite: (workspace: number | null) => Promise<boolean>,
  ): Promise<Verdict<PartPlans> | null> {
    const company = this.companies.get(this.keys.get(row.line) ?? '');
    const person = personOf(row);
    const { customer_code: code, gstin, company_name: text } = row.values;
    if (!company || !person || code) return null;
    if (gstin && company.gstin && gstin !== company.gstin) return null;
    const { found, lines, contacts, first } = company;
    if (found?.isOneOfSeveral) return [severalHave(customerParty, 'company_name')];
    if (found && !(await mayWrite(found.workspaceId))) return [readOnly];
    const line = lines.get(nameOf(person));
    if (line !== undefined) {
      this.run.report.doubled += 1;
      const message = `Duplicate contact of this company: already on line ${line}`;
      return [{ field: 'contact_person', value: String(person['name']), message }];
    }
    const isFirst = first !== null && nameOf(first) === nameOf(person);
    const others = isFirst ? [] : [first];
    // The customer has the name, email and phone of this person already.
    const own = isFirst && !isContact(row) ? [] : [person];
    const slots = [...others, ...own].flatMap((values, at) =>
      values ? [{ position: at + 1, values }] : [],
    );
    const planned = planParts(contactFormat, contacts, { slots, isGst: false, owner });
    if ('problem' in planned) return [{ ...planned.problem, field: null }];
    const { plan } = planned;
    lines.set(nameOf(person), row.line);
    if (slots.length > 0) company.first = null;
    contacts.push(...plan.added.map(asStored));
    const plans = [nothing, plan];
    const parts = hasChanges(plans) ? plans : null;
    const { label } = newCustomerFields.company_name;
    if (parts) {
      this.run.report.noteChanges([{ change: 'as_contact', label, text: String(text) }]);
    }
    return { parts, ownerOf: () => ({ id: company.id ?? 0, isNew: company.isNew }) };
  }

  /** The contact that the row of a customer has at once: its person with a position or the like. */
  ownContact(row: CheckedRow): PartValues | null {
    return isContact(row) ? personOf(row) : null;
  }

  /** Takes the customer of a row for its company, unless an earlier row has. */
  begin(
    row: CheckedRow,
    {
      values,
      before,
      contacts: plan = nothing,
    }: {
      values: Values;
      before: (ExistingCustomer & { parts: PartsOfOne }) | null;
      contacts: PartPlan | undefined;
    },
  ): void {
    const key = this.keys.get(row.line) ?? '';
    const existing = this.companies.get(key);
    if (key === '' || (existing && !existing.found)) return;
    const person = personOf(row);
    const named = [...plan.added, ...(person ? [person] : [])].map(nameOf);
    const company: Company = {
      id: before?.id ?? null,
      isNew: before === null,
      found: null,
      gstin: values['gstin'] ?? before?.gstin ?? null,
      contacts: [...(before?.parts.at(-1) ?? []), ...plan.added.map(asStored)],
      first: isContact(row) ? null : person,
      lines: new Map(named.map((name) => [name, row.line])),
    };
    this.companies.set(key, company);
    this.byValues.set(values, company);
  }

  /** Gives the company of a new customer its id. */
  created(values: Values, id: number | undefined): void {
    const company = this.byValues.get(values);
    if (company && id !== undefined) company.id = id;
  }
}

type PartsOfOne = readonly (readonly StoredPart[])[];

const [, contactFormat] = partFormats;
const nothing: PartPlan = { added: [], changed: [] };
const owner = unknownParty;

/** The text of the column itself, not one that took its place. */
function ownText({ values, standIns = [] }: CheckedRow, name: string): string | null {
  const value = standIns.includes(name) ? null : values[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function companyOf(row: CheckedRow): string {
  return ownText(row, 'company_name') ?? '';
}

const longestName = 100;

/** The person that a row names, as a contact; null for none. */
function personOf(row: CheckedRow): PartValues | null {
  const either = (one: string, other: string) => ownText(row, one) ?? ownText(row, other);
  const email = either('contact_1_email', 'email');
  const phone = either('contact_1_phone', 'phone');
  const name = either('contact_1_name', 'contact_person') ?? email ?? phone;
  if (name === null) return null;
  return {
    name: name.slice(0, longestName),
    position: ownText(row, 'contact_1_position') ?? undefined,
    email: email ?? undefined,
    phone: phone ?? undefined,
    gets_invoices: row.values['contact_1_gets_invoices'],
  };
}

function nameOf({ name }: PartValues): string {
  return String(name).trim().toLowerCase();
}

/** Whether the row has columns of a contact. */
function isContact({ values }: CheckedRow): boolean {
  return Object.entries(values).some(
    ([name, value]) => name.startsWith('contact_1_') && typeof value === 'string' && value !== '',
  );
}

/** It is written before the next block is. */
function asStored(values: PartValues): StoredPart {
  return { ...values, id: 0, updated_at: '' };
}
