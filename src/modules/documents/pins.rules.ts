import { stateText } from '~/modules/company/states.rules';

/** The first three digits that PIN codes of a state have, from and to; some districts lie in two ranges. */
const ranges: Readonly<Record<string, readonly (readonly [from: number, to: number])[]>> = {
  '01': [[180, 194]],
  '02': [[171, 177]],
  '03': [[140, 160]],
  '04': [
    [140, 140],
    [160, 160],
  ],
  '05': [[244, 263]],
  '06': [[121, 136]],
  '07': [[110, 110]],
  '08': [[301, 345]],
  '09': [[201, 285]],
  '10': [[800, 855]],
  '11': [[737, 737]],
  '12': [[790, 792]],
  '13': [[797, 798]],
  '14': [[795, 795]],
  '15': [[796, 796]],
  '16': [[799, 799]],
  '17': [[793, 794]],
  '18': [[781, 788]],
  '19': [[700, 743]],
  '20': [[813, 835]],
  '21': [[751, 770]],
  '22': [[490, 497]],
  '23': [[450, 488]],
  '24': [[360, 396]],
  '26': [
    [362, 362],
    [396, 396],
  ],
  '27': [[400, 445]],
  '29': [[560, 591]],
  '30': [[403, 403]],
  '31': [[682, 682]],
  '32': [[670, 695]],
  '33': [[600, 643]],
  '34': [
    [533, 533],
    [605, 609],
    [673, 673],
  ],
  '35': [[744, 744]],
  '36': [[500, 509]],
  '37': [[515, 535]],
  '38': [[194, 194]],
};

/** Why a PIN code of six digits is hardly one of a state, or null. */
export function pinDoubt(pin: string, state: string): string | null {
  const known = ranges[state];
  const start = Number(pin.slice(0, 3));
  if (!known || known.some(([from, to]) => start >= from && start <= to)) return null;
  return `the PIN code ${pin} is hardly one of ${stateText(state)}`;
}
