import { unprintable } from '~/kit/shared/print/print-runs';
import type { PaymentMethod } from '~/modules/organization/company/accounts.fields';
import { accountLines } from '../print/accounts.print';
import { type RawFinding, found, type FixTarget } from './findings.rules';
import {
  type DocumentParty,
  printedNames,
  printedTexts,
  type TaxDocument,
} from '../print/tax-documents.fields';

interface Text {
  field: string;
  /** As the subject of a sentence. */
  noun: string;
  text: string | null;
  fixIn: FixTarget;
}

const partyTexts = [
  ['name', 'name'],
  ['legal_name', 'legal name'],
  ['contact_person', 'contact person'],
  ['address', 'address'],
  ['city', 'city'],
  ['state', 'state'],
  ['postal_code', 'PIN code'],
  ['country', 'country'],
  ['email', 'email'],
  ['phone', 'phone'],
] as const;

/**
 * The letters of a document that no font prints: warnings, since the law asks for a name and a description, not for a
 * script (docs/product/invoices.md#check-before-issue).
 */
export function printingFindings(doc: TaxDocument, account: PaymentMethod | null): RawFinding[] {
  const texts = [...partiesOf(doc), ...linesOf(doc), ...textsOf(doc), ...paymentOf(account)];
  return texts.flatMap(({ field, noun, text, fixIn }) => {
    const letters = unprintable(text ?? '').slice(0, 10);
    return found('warning', letters.length > 0, {
      field,
      message: `${noun} has characters that cannot be printed: ${letters.join(' ')}. Remove them.`,
      fixIn,
    });
  });
}

function paymentOf(account: PaymentMethod | null): Text[] {
  const text = account && accountLines(account).join('\n');
  return [{ field: 'account', noun: 'The text of the payment details', text, fixIn: 'company' }];
}

function partiesOf({ seller, buyer, delivery }: TaxDocument): Text[] {
  return [
    ...partyOf(seller, { prefix: 'seller', noun: "The company's", fixIn: 'company' }),
    ...partyOf(buyer, { prefix: 'customer', noun: "The customer's", fixIn: 'customer' }),
    ...(delivery
      ? partyOf(delivery, { prefix: 'delivery', noun: "The delivery address's", fixIn: 'customer' })
      : []),
  ];
}

function partyOf(
  party: DocumentParty,
  { prefix, noun, fixIn }: { prefix: string; noun: string; fixIn: FixTarget },
): Text[] {
  return partyTexts.map(([name, label]) => ({
    field: `${prefix}.${name === 'name' ? 'company_name' : name}`,
    noun: `${noun} ${label}`,
    text: party[name],
    fixIn,
  }));
}

function linesOf({ lines }: TaxDocument): Text[] {
  return lines.flatMap(({ description, unit }, index) => [
    {
      field: `items.${index}.description`,
      noun: `The description of item ${index + 1}`,
      text: description,
      fixIn: 'document' as const,
    },
    {
      field: `items.${index}.unit`,
      noun: `The unit of item ${index + 1}`,
      text: unit,
      fixIn: 'document' as const,
    },
  ]);
}

function textsOf(printed: TaxDocument): Text[] {
  const fixIn = 'document' as const;
  return [
    { field: 'number', noun: 'The number', text: printed.number, fixIn: 'settings' },
    ...printedNames.map((field) => ({
      field,
      noun: `The text of the ${printedTexts[field].noun}`,
      text: printed[field],
      fixIn,
    })),
    { field: 'reason', noun: 'The reason', text: printed.reason, fixIn },
  ];
}
