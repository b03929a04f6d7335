const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** What many write instead of the English name that computers have for a country. */
const otherNames: Readonly<Record<string, string>> = {
  AE: 'uae',
  CI: 'ivorycoast',
  CZ: 'czechrepublic',
  GB: 'uk greatbritain england scotland wales',
  HK: 'hongkong',
  IN: 'ind bharat republicofindia भारत',
  KR: 'korea republicofkorea',
  MM: 'myanmar burma',
  MO: 'macau macao',
  NL: 'holland thenetherlands',
  RU: 'russianfederation',
  TR: 'turkey turkiye',
  US: 'usa unitedstatesofamerica',
};

let cached: ReadonlyMap<string, string> | null = null;

/** Built at the first use: reading the names of all countries takes some milliseconds. */
function codesByName(): ReadonlyMap<string, string> {
  cached ??= new Map(
    alphabet
      .flatMap((first) => alphabet.map((second) => first + second))
      .flatMap((code) => namesOf(code).map((name): [string, string] => [name, code])),
  );
  return cached;
}

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

function namesOf(code: string): string[] {
  const name = regions.of(code);
  // Codes of former countries have the name of their successor; ZZ is the one for an unknown region.
  const isCurrent = code !== 'ZZ' && new Intl.Locale(`und-${code}`).region === code;
  if (name === undefined || !isCurrent) return [];
  return [code, name, ...(otherNames[code]?.split(' ') ?? [])].map(plain);
}

function plain(text: string): string {
  const letters = text.toLowerCase().replaceAll('&', 'and').normalize('NFD');
  return letters.replaceAll(/[^\p{L}]/gu, '');
}

/** The code of a country by its English name, what many write for it, or its own two letters; null for any other text. */
export function countryCode(country: string | null): string | null {
  return codesByName().get(plain(country ?? '')) ?? null;
}

/** Whether a text names India. */
export function isIndia(country: string | null): boolean {
  return countryCode(country) === 'IN';
}
