create table services (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects,
  type text not null check (type in ('auth', 'search', 'postgres', 'objects')),
  plan text not null,
  name text not null check (char_length(name) between 1 and 120),
  status text not null default 'provisioning' check (status in
    ('provisioning', 'active', 'maintenance', 'upgrading', 'restoring', 'migrating', 'suspended', 'failed', 'deleting')),
  endpoint text,
  created_at timestamptz not null default now()
);
-- The order in which services are listed: by code point.
create index services_by_name on services (project_id, name collate "C", id);

-- Secrets, sealed: each with a key of its own, which a master key wraps.
create table credentials (
  service_id uuid not null references services on delete cascade,
  key text not null,
  version integer not null,
  state text not null check (state in ('pending', 'current', 'replaced')),
  master_key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  primary key (service_id, key, version)
);
create unique index one_current_credential on credentials (service_id, key) where state = 'current';

-- Work that goes on after the answer, and the queue of it.
create table operations (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references services on delete cascade,
  kind text not null,
  exclusive boolean not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed', 'canceled')),
  input jsonb not null default '{}',
  attempt integer not null default 0,
  requested_at timestamptz not null default now(),
  not_before timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  lease_until timestamptz,
  progress_percent integer check (progress_percent between 0 and 100),
  message text
);
create index open_operations on operations (not_before) where status in ('queued', 'running');
create index operations_by_service on operations (service_id, requested_at desc);
create unique index one_exclusive_operation on operations (service_id) where exclusive and status in ('queued', 'running');

-- Who did what. Rows are only ever added.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  request_id text,
  token_id uuid,
  org_id uuid not null,
  project_id uuid not null,
  service_id uuid,
  event text not null,
  outcome text not null
);
create index audit_by_service on audit (service_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is only ever added to';
end $$;
create trigger audit_is_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();
