-- Poolers of the dedicated plans. A row: the service has one.
create table postgres_poolers (
  service_id uuid primary key references services on delete cascade,
  port integer not null,
  pool_mode text not null check (pool_mode in ('session', 'transaction', 'statement')),
  default_pool_size integer not null,
  max_client_conn integer not null,
  reserve_pool_size integer not null,
  query_wait_timeout_seconds integer not null,
  server_idle_timeout_seconds integer not null,
  max_prepared_statements integer not null,
  -- It is being switched off: what its clients run may go on until then.
  draining_until timestamptz
);

-- When a caller wants an operation to begin.
alter table operations add column scheduled_for timestamptz;

-- What rehearsals of upgrades found.
create table postgres_upgrade_previews (
  operation_id uuid primary key references operations on delete cascade,
  service_id uuid not null references services on delete cascade,
  source_version text not null,
  target_version text not null,
  created_at timestamptz not null default now(),
  -- Until then it runs, or has failed.
  checked_at timestamptz,
  estimated_downtime_seconds integer,
  checks jsonb not null default '[]'
);
create index previews_by_service on postgres_upgrade_previews (service_id, created_at desc);
