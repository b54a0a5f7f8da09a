/** Countries to choose from, the likeliest first. */
export const countryCodes = [
  'US',
  ...'AR AT AU BE BR CA CH CL CO CZ DE DK ES FI FR GB GR HK HU IE IL IN IS IT JP KR LU MX MY NL NO NZ PE PH PL PT RO SE SG SK TH TR TW UA ZA'.split(
    ' ',
  ),
];

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** @param {string} code */
export function countryName(code) {
  return names.of(code) ?? code;
}
