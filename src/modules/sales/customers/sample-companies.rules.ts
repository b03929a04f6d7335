const houses = [
  'Ashoka',
  'Deccan',
  'Konkan',
  'Malabar',
  'Narmada',
  'Sahyadri',
  'Satpura',
  'Vindhya',
  'Kaveri',
  'Godavari',
  'Aravalli',
  'Chambal',
  'Nilgiri',
  'Coromandel',
  'Shivalik',
  'Tapti',
  'Girnar',
  'Panchganga',
  'Betwa',
  'Mahanadi',
  'Vaigai',
  'Bhima',
  'Sabarmati',
  'Periyar',
];

const trades = [
  ['Precision Castings', 'Automotive'],
  ['Agro Pumps', 'Agriculture'],
  ['Textile Machines', 'Textiles'],
  ['Switchgear', 'Electrical'],
  ['Pharma Packaging', 'Pharmaceuticals'],
  ['Steel Fabricators', 'Construction'],
  ['Hydraulics', 'Heavy Engineering'],
  ['Polymers', 'Plastics'],
  ['Food Processors', 'Food & Beverage'],
  ['Solar Structures', 'Renewable Energy'],
  ['Gear Works', 'Automotive'],
  ['Rail Components', 'Railways'],
  ['Forgings', 'Automotive'],
  ['Valves', 'Oil & Gas'],
  ['Cables', 'Electrical'],
  ['Ceramics', 'Construction'],
  ['Robotics', 'Automation'],
  ['Medical Devices', 'Medical Devices'],
  ['Water Systems', 'Water Treatment'],
  ['Marine Engineering', 'Shipbuilding'],
] as const;

const givenNames = [
  'Asha',
  'Ravi',
  'Meera',
  'Imran',
  'Lakshmi',
  'Joseph',
  'Gurpreet',
  'Ananya',
  'Vikram',
  'Farida',
  'Suresh',
  'Nandini',
  'Kavita',
];
const familyNames = [
  'Verma',
  'Iyer',
  'Patel',
  'Khan',
  'Reddy',
  'Thomas',
  'Singh',
  'Banerjee',
  'Kulkarni',
  'Shaikh',
  'Nair',
  'Joshi',
];

const cities = [
  ['Pune', 'Maharashtra', '411026', '27'],
  ['Coimbatore', 'Tamil Nadu', '641021', '33'],
  ['Rajkot', 'Gujarat', '360003', '24'],
  ['Ludhiana', 'Punjab', '141003', '03'],
  ['Peenya', 'Karnataka', '560058', '29'],
  ['Faridabad', 'Haryana', '121003', '06'],
  ['Howrah', 'West Bengal', '711101', '19'],
  ['Hosur', 'Tamil Nadu', '635126', '33'],
  ['Hyderabad', 'Telangana', '500055', '36'],
  ['Jaipur', 'Rajasthan', '302013', '08'],
] as const;

/**
 * An invented company, another one for each index below 480; its email address and website use the reserved domain
 * `.example` (docs/product/running.md#sample-data).
 */
export function sampleCompany(index: number) {
  const row = index % houses.length;
  const house = at(houses, row);
  const [trade, industry] = at(trades, Math.floor(index / houses.length) + row * 7);
  const [city, state, postal_code, state_code] = at(cities, index * 3 + Math.floor(index / 10));
  const given = at(givenNames, index * 5);
  const family = at(familyNames, index * 7 + Math.floor(index / 12));
  const domain = `${house}-${trade}`.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  return {
    company_name: `${house} ${trade} ${at(['Pvt Ltd', 'Industries', '& Sons'], index)}`,
    contact_person: `${given} ${family}`,
    email: `${given}.${family}@${domain}.example`.toLowerCase(),
    phone: samplePhone(index),
    website: index % 4 === 3 ? null : `https://www.${domain}.example`,
    address: `Plot ${index + 11}, Industrial Area Phase ${(index % 3) + 1}`,
    industry,
    city,
    state,
    postal_code,
    state_code,
  };
}

/** An invented telephone number, another one for each index below 480. */
export function samplePhone(index: number): string {
  return `+91 ${97_000 + ((index * 13) % 2900)} ${10_000 + ((index * 347) % 89_000)}`;
}

/** One of a list, which begins again after its end. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('Sample data needs something to choose from');
  return found;
}
