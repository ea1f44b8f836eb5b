-- Search services. What they hold is in tables of their own, in the schema search_documents; here is what the platform knows
-- of them.
create schema if not exists search_documents;

create table search_services (
  service_id uuid primary key references services on delete cascade,
  last_task_id bigint not null default 0
);

-- Whoever holds the row of a service changes its documents; nobody else does so meanwhile. Apart from the number of the last
-- task: tasks are accepted while others run.
create table search_turns (
  service_id uuid primary key references services on delete cascade,
  taken_at timestamptz not null default now()
);

create table search_indexes (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references services on delete cascade,
  name text not null,
  primary_key text,
  settings jsonb not null,
  -- Of its tables in search_documents; a restore puts others in place.
  table_name text not null unique,
  documents bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (service_id, name)
);

create table search_tasks (
  service_id uuid not null references services on delete cascade,
  task_id bigint not null,
  type text not null,
  index_name text,
  status text not null default 'enqueued' check (status in ('enqueued', 'processing', 'succeeded', 'failed', 'canceled')),
  -- Dropped when the task has ended.
  input jsonb,
  enqueued_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  documents_received bigint,
  documents_indexed bigint,
  attempts integer not null default 0,
  error jsonb,
  primary key (service_id, task_id)
);
create index open_search_tasks on search_tasks (service_id, task_id) where status in ('enqueued', 'processing');

-- Keys for the endpoint: only hashes.
create table search_keys (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references services on delete cascade,
  name text,
  role text not null check (role in ('admin', 'search', 'custom')),
  actions text[] not null,
  indexes text[] not null,
  hash bytea not null unique check (length(hash) = 32),
  previous_hash bytea check (length(previous_hash) = 32),
  previous_valid_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  rotated_at timestamptz(3)
);
create index search_keys_by_service on search_keys (service_id, created_at, id);
create unique index one_standing_search_key on search_keys (service_id, role) where role <> 'custom';

create table search_tenant_credentials (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references services on delete cascade,
  tenant text not null,
  rules jsonb not null,
  hash bytea not null unique check (length(hash) = 32),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index search_tenants_by_service on search_tenant_credentials (service_id, created_at desc, id desc);

create table search_snapshots (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references services on delete cascade,
  status text not null check (status in ('pending', 'running', 'completed', 'failed', 'expired')),
  trigger text not null check (trigger in ('manual', 'scheduled', 'pre_restore')),
  description text,
  size_bytes bigint,
  engine_version text not null,
  -- Milliseconds, as callers see them: a page goes on after what the one before showed.
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  expires_at timestamptz(3)
);
create index search_snapshots_by_service on search_snapshots (service_id, created_at desc, id desc);
create unique index one_running_search_snapshot on search_snapshots (service_id)
  where status in ('pending', 'running') and trigger = 'manual';

create table search_snapshot_indexes (
  snapshot_id uuid not null references search_snapshots on delete cascade,
  name text not null,
  primary_key text,
  settings jsonb not null,
  table_name text not null unique,
  documents bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (snapshot_id, name)
);

create table search_domains (
  domain text primary key,
  service_id uuid not null references services on delete cascade,
  token text not null,
  target text not null,
  status text not null default 'pending_verification'
    check (status in ('pending_verification', 'issuing_certificate', 'active', 'failed')),
  created_at timestamptz(3) not null default now(),
  checked_at timestamptz(3),
  verified_at timestamptz(3),
  last_error text
);
create index search_domains_by_service on search_domains (service_id, domain collate "C");

-- What was metered, by minute. Amounts in store are those after the last task of the minute; null: there was none.
create table search_usage (
  service_id uuid not null references services on delete cascade,
  minute timestamptz not null,
  search_requests bigint not null default 0,
  indexing_tasks bigint not null default 0,
  documents bigint,
  indexes bigint,
  storage_bytes bigint,
  primary key (service_id, minute)
);
