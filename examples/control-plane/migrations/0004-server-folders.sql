-- Where a server keeps its files. Each attempt at making one has a folder of its own; this says which one counts.
alter table postgres_servers add column folder text;
update postgres_servers set folder = id::text;
alter table postgres_servers alter column folder set not null;
