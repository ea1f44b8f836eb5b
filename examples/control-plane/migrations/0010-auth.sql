-- The users, sessions and signing keys of an auth service are in a schema of its own, `auth_<id of the service>`.
-- Here is what the platform keeps about each service.

-- The keys that requests at an endpoint carry; only their hashes.
create table auth_keys (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references services on delete cascade,
  kind text not null check (kind in ('publishable', 'service')),
  hash bytea not null unique check (length(hash) = 32),
  created_at timestamptz(3) not null default now(),
  -- The end of its grace period; absent: it is the current one.
  valid_until timestamptz(3)
);
create unique index one_current_auth_key on auth_keys (service_id, kind) where valid_until is null;

-- The audit log of the application: what happened to its users, and who did it.
create table auth_events (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references services on delete cascade,
  -- Milliseconds, as callers see them: a page continues after what the one before showed.
  occurred_at timestamptz(3) not null default now(),
  event text not null,
  actor_type text not null check (actor_type in ('user', 'operator', 'service', 'system')),
  actor_id text,
  actor_label text,
  target_user_id uuid,
  ip_address text,
  details jsonb not null default '{}'
);
create index auth_events_by_service on auth_events (service_id, occurred_at desc, id desc);
create index auth_events_by_name on auth_events (service_id, event, occurred_at);

-- How many users an export holds.
create table auth_exports (
  transfer_id uuid primary key references transfers on delete cascade,
  rows integer not null
);
