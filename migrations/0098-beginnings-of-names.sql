-- By the beginning of a company's name, where so many have a word in it that the search does not read them all.
create index leads_name_beginning on leads (lower(company_name) text_pattern_ops);
create index customers_name_beginning on customers (lower(company_name) text_pattern_ops);
