import { type Program, without } from '~/modules/records/imports/formats.rules';

type Headings = Program['headings'];

const googleContacts: Headings = {
  organization_name: 'company_name',
  organization_1_name: 'company_name',
  name: 'contact_person',
  given_name: 'first_name',
  first_name: 'first_name',
  additional_name: 'middle_name',
  middle_name: 'middle_name',
  family_name: 'last_name',
  last_name: 'last_name',
  e_mail_1_value: 'email',
  e_mail_2_value: 'email',
  e_mail_3_value: 'email',
  phone_1_value: 'phone',
  phone_2_value: 'phone',
  phone_3_value: 'phone',
  phone_4_value: 'phone',
  address_1_street: 'street',
  address_1_extended_address: 'street_2',
  address_1_city: 'city',
  address_1_region: 'state',
  address_1_postal_code: 'postal_code',
  address_1_country: 'country',
  website_1_value: 'website',
  notes: 'initial_inquiry',
  ...without(
    'address_1_label address_1_type address_1_formatted address_1_po_box e_mail_1_label e_mail_1_type phone_1_label ' +
      'phone_1_type website_1_label website_1_type birthday nickname file_as labels group_membership photo',
  ),
};

const justDial: Headings = {
  name: 'contact_person',
  mobile: 'phone',
  phone: 'phone',
  area: 'street',
  category: 'initial_inquiry',
  // The advertiser.
  company: [],
  ...without('leadid leadtype prefix date time brancharea branchpin dncmobile dncphone parentid'),
};

/** Exports of web shops, address books and places where buyers ask (docs/product/imports.md#other-programs). */
export const leadPrograms: readonly Program[] = [
  {
    name: 'Shopify customers',
    signs: ['customer_id', 'accepts_email_marketing'],
    headings: {
      default_address_company: 'company_name',
      phone: 'phone',
      default_address_phone: 'phone',
      default_address_province_code: 'state',
      default_address_country_code: 'country',
      note: 'initial_inquiry',
      ...without(
        'customer_id total_spent total_orders tags tax_exempt accepts_email_marketing accepts_sms_marketing',
      ),
    },
  },
  {
    name: 'WooCommerce customers',
    signs: ['billing_first_name', 'billing_last_name'],
    headings: {
      billing_company: 'company_name',
      billing_first_name: 'first_name',
      billing_last_name: 'last_name',
      billing_email: 'email',
      email: 'email',
      user_email: 'email',
      billing_phone: 'phone',
      shipping_address_1: 'ship_street',
      ...without('id customer_id role roles user_login username password first_name last_name'),
    },
  },
  {
    name: 'WooCommerce customers',
    signs: ['last_active', 'sign_up', 'aov'],
    headings: {
      name: ['company_name', 'contact_person'],
      ...without('username last_active sign_up orders total_spend aov'),
    },
  },
  {
    name: 'Meta lead ads',
    signs: ['created_time', 'form_id', 'platform'],
    headings: {
      company_name: 'company_name',
      full_name: 'contact_person',
      phone_number: 'phone',
      work_phone_number: 'phone',
      email: 'email',
      work_email: 'email',
      lead_status: 'status',
      ...without(
        'id created_time ad_id ad_name adset_id adset_name campaign_id campaign_name form_id form_name is_organic platform',
      ),
    },
    questions: 'initial_inquiry',
  },
  { name: 'Google Contacts', signs: ['e_mail_1_value'], headings: googleContacts },
  { name: 'Google Contacts', signs: ['phone_1_value'], headings: googleContacts },
  {
    name: 'IndiaMART leads',
    signs: ['sender_name', 'sender_mobile', 'query_time'],
    headings: {
      sender_mobile: 'phone',
      sender_mobile_alt: 'phone',
      sender_phone: 'phone',
      sender_phone_alt: 'phone',
      sender_email: 'email',
      sender_email_alt: 'email',
      sender_address: ['address', 'billing_address'],
      subject: 'initial_inquiry',
      query_product_name: 'initial_inquiry',
      query_message: 'initial_inquiry',
      ...without(
        'unique_query_id query_type query_time query_mcat_name call_duration receiver_mobile',
      ),
    },
  },
  {
    name: 'TradeIndia inquiries',
    signs: ['rfi_id', 'sender_name'],
    headings: {
      sender_mobile: 'phone',
      sender_other_mobiles: 'phone',
      landline_number: 'phone',
      address: ['address', 'billing_address'],
      subject: 'initial_inquiry',
      product_name: 'initial_inquiry',
      quantity: 'initial_inquiry',
      message: 'initial_inquiry',
      ...without(
        'rfi_id inquiry_type generated_date generated_time receiver_mobile receiver_name receiver_co',
      ),
    },
  },
  { name: 'JustDial leads', signs: ['leadid', 'leadtype'], headings: justDial },
  { name: 'JustDial leads', signs: ['brancharea', 'branchpin'], headings: justDial },
];
