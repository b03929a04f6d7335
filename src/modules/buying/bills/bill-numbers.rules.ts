/**
 * What tells the numbers of a vendor's bills apart: neither case nor spaces, nor leading zeros of each run of digits
 * (docs/product/bills.md#number).
 */
export function billKeyOf(number: string): string {
  return number
    .replaceAll(/\s/g, '')
    .toUpperCase()
    .replaceAll(/(?<!\d)0+(?=\d)/g, '');
}
