import { stateText } from './states.rules';

/**
 * The first two digits of the PIN codes of each state (docs/product/company.md#pin-codes). A region of the post may reach
 * into a neighbouring state: both then list it.
 */
const regions: readonly (readonly [state: string, begin: string])[] = [
  ['07', '11'],
  ['06', '12 13'],
  ['03', '14 15 16'],
  ['04', '16'],
  ['02', '17'],
  ['01', '18 19'],
  ['38', '19'],
  ['09', '20 21 22 23 24 25 26 27 28'],
  ['05', '24 26'],
  ['08', '30 31 32 33 34'],
  ['24', '36 37 38 39'],
  ['26', '36 39'],
  ['27', '40 41 42 43 44'],
  ['30', '40'],
  ['23', '45 46 47 48'],
  ['22', '49'],
  ['36', '50'],
  ['37', '50 51 52 53'],
  ['29', '56 57 58 59'],
  ['33', '60 61 62 63 64'],
  ['34', '53 60 67'],
  ['32', '67 68 69'],
  ['31', '68'],
  ['19', '70 71 72 73 74'],
  ['11', '73'],
  ['35', '74'],
  ['21', '75 76 77'],
  ['18', '78'],
  ['12', '79'],
  ['13', '79'],
  ['14', '79'],
  ['15', '79'],
  ['16', '79'],
  ['17', '79'],
  ['10', '80 81 82 84 85'],
  ['20', '81 82 83'],
];

/** Codes of GST without a place of India's post. */
const placeless: readonly string[] = ['96', '97', '99'];

/**
 * What is doubtful about a PIN code, also while it is typed, or null; with a state, whether it lies there. Only a doubt:
 * the post's regions are not borders, and those of the army (from 9) lie in no state.
 */
export function pinDoubt(pin: string, state: string | null): string | null {
  const plain = pin.replaceAll(/\s/g, '');
  if (plain === '' || (state !== null && placeless.includes(state))) return null;
  if (!/^[1-9]\d{0,5}$/.test(plain)) return 'A PIN code has six digits and cannot start with 0.';
  const region = plain.slice(0, 2);
  if (region.length < 2 || region.startsWith('9')) return null;
  const within = regions.flatMap(([code, begin]) =>
    begin.split(' ').includes(region) ? code : [],
  );
  if (within.length === 0) return `No PIN code starts with ${region}.`;
  if (state === null || within.includes(state)) return null;
  const stateNames = within.map(stateText).join(' or ');
  return `PIN codes that start with ${region} are in ${stateNames}, not in ${stateText(state)}.`;
}
