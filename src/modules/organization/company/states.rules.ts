import { countryCode } from './countries.rules';

interface State {
  value: string;
  label: string;
  /** Its tax within the state is UTGST instead of SGST. */
  isUnionTerritory?: true;
}

/**
 * States by their code in GST (docs/product/company.md#states); 96 means abroad, 99 means registered by the centre.
 */
export const states: readonly State[] = [
  { value: '01', label: 'Jammu and Kashmir' },
  { value: '02', label: 'Himachal Pradesh' },
  { value: '03', label: 'Punjab' },
  { value: '04', label: 'Chandigarh', isUnionTerritory: true },
  { value: '05', label: 'Uttarakhand' },
  { value: '06', label: 'Haryana' },
  { value: '07', label: 'Delhi' },
  { value: '08', label: 'Rajasthan' },
  { value: '09', label: 'Uttar Pradesh' },
  { value: '10', label: 'Bihar' },
  { value: '11', label: 'Sikkim' },
  { value: '12', label: 'Arunachal Pradesh' },
  { value: '13', label: 'Nagaland' },
  { value: '14', label: 'Manipur' },
  { value: '15', label: 'Mizoram' },
  { value: '16', label: 'Tripura' },
  { value: '17', label: 'Meghalaya' },
  { value: '18', label: 'Assam' },
  { value: '19', label: 'West Bengal' },
  { value: '20', label: 'Jharkhand' },
  { value: '21', label: 'Odisha' },
  { value: '22', label: 'Chhattisgarh' },
  { value: '23', label: 'Madhya Pradesh' },
  { value: '24', label: 'Gujarat' },
  { value: '26', label: 'Dadra and Nagar Haveli and Daman and Diu', isUnionTerritory: true },
  { value: '27', label: 'Maharashtra' },
  { value: '29', label: 'Karnataka' },
  { value: '30', label: 'Goa' },
  { value: '31', label: 'Lakshadweep', isUnionTerritory: true },
  { value: '32', label: 'Kerala' },
  { value: '33', label: 'Tamil Nadu' },
  { value: '34', label: 'Puducherry' },
  { value: '35', label: 'Andaman and Nicobar Islands', isUnionTerritory: true },
  { value: '36', label: 'Telangana' },
  { value: '37', label: 'Andhra Pradesh' },
  { value: '38', label: 'Ladakh', isUnionTerritory: true },
  { value: '97', label: 'Other Territory', isUnionTerritory: true },
  { value: '96', label: 'Abroad' },
  { value: '99', label: 'Centre Jurisdiction' },
];

/** For a select: `Maharashtra (27)`. */
export const stateChoices = states.map(({ value, label }) => ({
  value,
  label: `${label} (${value})`,
}));

const byCode = new Map(states.map((state) => [state.value, state]));

const replaced = new Map([
  ['25', '26'],
  ['28', '37'],
]);

/** Abbreviations of ISO and of number plates, former names, and what many write. */
const otherNames: Readonly<Record<string, string>> = {
  '01': 'jk jammukashmir jammuandkashmirut',
  '02': 'hp',
  '03': 'pb',
  '04': 'ch chandigarhut',
  '05': 'uk ut ua uttaranchal',
  '06': 'hr',
  '07': 'dl newdelhi nctofdelhi delhinct nationalcapitalterritoryofdelhi',
  '08': 'rj',
  '09': 'up',
  '10': 'br',
  '11': 'sk',
  '12': 'ar',
  '13': 'nl',
  '14': 'mn',
  '15': 'mz',
  '16': 'tr',
  '17': 'ml',
  '18': 'as',
  '19': 'wb bengal',
  '20': 'jh',
  '21': 'or od orissa',
  '22': 'cg ct chattisgarh chhatisgarh',
  '23': 'mp',
  '24': 'gj',
  '26': 'dh dn dd damananddiu damandiu dadraandnagarhaveli dadranagarhaveli dadranagarhavelianddamandiu dnhdd',
  '27': 'mh',
  '29': 'ka',
  '30': 'ga',
  '31': 'ld lakshadweepislands',
  '32': 'kl',
  '33': 'tn tamilnad',
  '34': 'py pondicherry pondichery',
  '35': 'an andamanandnicobar andamannicobar andamannicobarislands andamanislands',
  '36': 'tg ts telengana',
  '37': 'ap ad',
  '38': 'la',
  '96': 'othercountry othercountries foreign outsideindia export',
};

const byName = new Map(
  states.flatMap(({ value, label }) => {
    const names = [lettersOf(label), ...(otherNames[value]?.split(' ') ?? [])];
    return names.map((name): [string, string] => [name, value]);
  }),
);

/**
 * The code of the state that a text of another program names: `7`, `Delhi`, `07-Delhi`, `DL`; null where it names none
 * or contradicts itself.
 */
export function stateNamed(text: string): string | null {
  const digits = text.match(/\d/g)?.join('').padStart(2, '0') ?? null;
  const letters = lettersOf(text);
  const named = byName.get(letters) ?? null;
  if (digits === null) return named;
  const isValid = byCode.has(digits) && (letters === '' || named === digits);
  return isValid ? digits : null;
}

/** Where someone is, as people write it. */
export interface WrittenLocation {
  state?: string | null | undefined;
  country?: string | null | undefined;
}

/**
 * The code of the state that a place in words names, 96 for another country; null where it names none, with the text
 * that cannot be read (docs/product/company.md#states).
 */
export function stateInWords({ state, country }: WrittenLocation): {
  code: string | null;
  unread: 'state' | 'country' | null;
} {
  const [stateText, countryText] = [(state ?? '').trim(), (country ?? '').trim()];
  const nation = countryCode(countryText);
  if (countryText !== '' && nation === null) return { code: null, unread: 'country' };
  if (nation !== null && nation !== 'IN') return { code: '96', unread: null };
  const code = stateText === '' ? null : stateNamed(stateText);
  return { code, unread: code === null && stateText !== '' ? 'state' : null };
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll('&', 'and').match(/[a-z]/g)?.join('') ?? '';
}

/** `Maharashtra (27)`, or the code alone where it is none. */
export function stateText(code: string): string {
  return stateChoices.find(({ value }) => value === code)?.label ?? code;
}

/** Whether the state's half of the tax is UTGST; false for a code of none. */
export function isUnionTerritory(code: string): boolean {
  return byCode.get(code)?.isUnionTerritory === true;
}

/** What is wrong with a code as the beginning of a GSTIN, or null. */
export function stateProblem(code: string): string | null {
  const successor = replaced.get(code);
  if (successor !== undefined) {
    return `The state code ${code} is no longer used: it is ${stateText(successor)} now.`;
  }
  if (byCode.has(code) && code !== '96') return null;
  return `It must start with a state code; ${code} is not one.`;
}
