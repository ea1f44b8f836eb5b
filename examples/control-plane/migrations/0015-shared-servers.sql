-- Servers of the shared plan beside the one that keeps the state: one for each major version that a service has moved to.
create table postgres_shared_servers (
  version integer primary key,
  folder text not null,
  port integer not null
);

-- Where a service of the shared plan is; null: on the server that keeps the state.
alter table postgres_databases add column shared_version integer references postgres_shared_servers;
