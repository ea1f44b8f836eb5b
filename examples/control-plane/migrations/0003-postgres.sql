-- Server processes of the dedicated plans: primaries and replicas.
create table postgres_servers (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references services on delete cascade,
  role text not null check (role in ('primary', 'replica')),
  name text not null,
  status text not null check (status in ('creating', 'online', 'promoting', 'deleting', 'failed')),
  port integer,
  created_at timestamptz not null default now(),
  unique (service_id, name)
);
create unique index one_primary on postgres_servers (service_id) where role = 'primary';

-- What a postgres service connects to: a database of the shared server, or of its primary.
create table postgres_databases (
  service_id uuid primary key references services on delete cascade,
  database_name text not null,
  username text not null
);

create table postgres_backups (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references services on delete cascade,
  status text not null check (status in ('pending', 'running', 'completed', 'failed', 'expired')),
  trigger text not null check (trigger in ('scheduled', 'manual', 'pre_restore', 'pre_upgrade')),
  method text not null check (method in ('physical', 'logical')),
  label text,
  size_bytes bigint,
  postgres_version text not null,
  database_name text not null,
  -- Milliseconds, as callers see them: a page goes on after what the one before showed.
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz,
  expires_at timestamptz
);
create index backups_by_service on postgres_backups (service_id, created_at desc, id desc);
create unique index one_running_backup on postgres_backups (service_id)
  where status in ('pending', 'running') and trigger = 'manual';

create table postgres_allowlist (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references services on delete cascade,
  cidr cidr not null,
  description text,
  created_at timestamptz not null default now(),
  unique (service_id, cidr)
);

create table postgres_pool_users (
  service_id uuid not null references services on delete cascade,
  username text not null,
  database_name text not null,
  pool_mode text,
  pool_size integer,
  max_client_connections integer,
  read_only boolean not null,
  created_at timestamptz not null default now(),
  rotated_at timestamptz,
  primary key (service_id, username)
);

-- Files that callers may fetch with the token that asked for them.
create table transfers (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references services on delete cascade,
  token_id uuid not null references tokens,
  kind text not null check (kind in ('backup', 'export')),
  subject uuid not null,
  input jsonb not null default '{}',
  state text not null check (state in ('preparing', 'ready', 'failed')),
  filename text not null,
  content_type text not null,
  size_bytes bigint,
  sha256 text,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index transfers_by_subject on transfers (service_id, kind, subject);
