-- Any number of services may claim a domain: it belongs to the one that proves it first.
alter table search_domains drop constraint search_domains_pkey;
alter table search_domains add primary key (domain, service_id);
create unique index one_service_with_a_domain on search_domains (domain) where status in ('issuing_certificate', 'active');
