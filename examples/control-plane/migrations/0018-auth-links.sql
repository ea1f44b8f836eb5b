-- Where the links in mails of an auth service lead: a page of the application; without a row to a page of the endpoint.
create table auth_link_addresses (
  service_id uuid primary key references services on delete cascade,
  url text not null
);

-- How a session began. The tables of a service are in its own schema.
do $$
declare found name;
begin
  for found in select nspname from pg_namespace where nspname ~ '^auth_[0-9a-f]{32}$' loop
    execute format('alter table %I.session add column if not exists method text not null default ''password''', found);
  end loop;
end $$;
