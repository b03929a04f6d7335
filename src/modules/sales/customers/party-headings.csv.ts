import type { Join } from '~/modules/records/imports/formats.rules';

/** Of a sample without a GSTIN. */
export const unregisteredSample = {
  gst_category: 'unregistered',
  state_code: '33',
  city: 'Coimbatore',
  state: 'Tamil Nadu',
  country: 'India',
  postal_code: '641021',
  payment_terms: 'cod',
} as const;

/** Other headings of the same meaning, in plain form. */
function all<Name extends string>(name: Name, headings: string): Record<string, Name> {
  return Object.fromEntries(headings.split(' ').map((heading) => [heading, name]));
}

/**
 * Columns of people and companies as other programs name them, in plain form. What one program alone means by a heading is
 * in its own entry (party-programs.csv.ts).
 */
export const partySynonyms: Readonly<Record<string, string>> = {
  ...all(
    'company_name',
    'company customer customer_name customer_full_name client client_name party party_name party_s_name business_name ' +
      'organisation organization organization_name organisation_name account account_name company_account firm firm_name ' +
      'associated_company default_address_company ledger_name name_of_ledger particulars sender_company sender_co ' +
      'buyer buyer_name dealer_name shop_name',
  ),
  ...all(
    'contact_person',
    'contact contact_name primary_contact contact_person_name full_name person_name attention billing_attention ' +
      'sender_name concerned_person',
  ),
  ...all('first_name', 'firstname given_name'),
  ...all('last_name', 'lastname family_name surname'),
  ...all(
    'email',
    'e_mail email_address e_mail_address email_id emailid mail mail_id main_email primary_email work_email billing_email ' +
      'sender_email sender_email_alt secondary_email alternate_email other_email',
  ),
  ...all(
    'phone',
    'phone_no phone_number phone_numbers telephone tel tel_no telephone_no contact_no contact_number main_phone work_phone ' +
      'mobile mobile_no mobile_number mobile_phone mobile_phone_number mobilephone cell cell_phone whatsapp whatsapp_number ' +
      'billing_phone default_address_phone sender_mobile sender_phone sender_mobile_alt sender_other_mobiles home_phone ' +
      'alt_phone alternate_phone alternate_number other_phone phone_2 mobile_2',
  ),
  ...all(
    'website',
    'website_url website_link web web_site web_address url company_domain_name company_domain domain company_website homepage',
  ),
  ...all(
    'street',
    'street_address billing_street billingstreet mailing_street address1 address_1 address_line_1 addressline1 street_1 ' +
      'billing_address_1 billing_address_line_1 bill_address_line_1 default_address_address1 street_name',
  ),
  ...all(
    'street_2',
    'street2 address2 address_2 address_line_2 addressline2 billing_street2 billing_street_2 billing_address_2 ' +
      'billing_address_line_2 default_address_address2',
  ),
  ...all('street_3', 'street3 address3 address_3 address_line_3'),
  ...all(
    'city',
    'town city_town town_city billing_city billingcity mailing_city default_address_city sender_city district place bill_city',
  ),
  ...all(
    'state',
    'state_region state_province state_ut province region state_name state_state_name billing_state billing_state_province ' +
      'billingstate mailing_state mailing_state_province sender_state bill_state default_address_province',
  ),
  ...all(
    'postal_code',
    'pin pin_code pincode zip zip_code zipcode zip_postal_code postal postalcode postcode billing_code billing_zip ' +
      'billing_postal_code billing_zip_postal_code billing_postcode billing_pincode billingpostalcode mailing_zip ' +
      'mailing_zip_postal_code default_address_zip sender_pincode bill_zip',
  ),
  ...all(
    'country',
    'country_region country_name country_country_name billing_country billingcountry mailing_country sender_country ' +
      'sender_country_iso bill_country default_address_country',
  ),
  ...all(
    'ship_street',
    'shipping_street shipping_address_1 shipping_address_line_1 ship_to_address',
  ),
  ...all(
    'ship_street_2',
    'shipping_street2 shipping_street_2 shipping_address_2 shipping_address_line_2',
  ),
  ...all('ship_city', 'shipping_city'),
  ...all('ship_state', 'shipping_state shipping_state_province'),
  ...all(
    'ship_postal_code',
    'shipping_code shipping_zip shipping_postal_code shipping_zip_postal_code shipping_postcode',
  ),
  ...all('ship_country', 'shipping_country'),
};

/** What other programs have in parts, or of several kinds. */
export function partyJoins(address: string): readonly Join[] {
  const lines = ['street', 'street_2', 'street_3'];
  return [
    { field: 'company_name', parts: ['name'], separator: '' },
    { field: 'contact_person', parts: ['first_name', 'middle_name', 'last_name'], separator: ' ' },
    { field: 'contact_person', parts: ['name'], separator: '' },
    { field: address, parts: lines, separator: ', ' },
  ];
}

export const shippingJoin: Join = {
  field: 'shipping_address',
  parts: [
    'ship_street',
    'ship_street_2',
    'ship_city',
    'ship_state',
    'ship_postal_code',
    'ship_country',
  ],
  separator: ', ',
};

/** A person without a company has the name of both, and so has a company without a person; else an address is the name. */
export const partyStandIns: Readonly<Record<string, readonly string[]>> = {
  company_name: ['contact_person', 'email', 'phone'],
  contact_person: ['company_name', 'email', 'phone'],
};

/** `Telangana (IN)` of Odoo is Telangana. */
export function stateAlone(text: string): string | null {
  return /^(.*\S)\s\([A-Z]{2}\)$/.exec(text)?.[1] ?? null;
}
