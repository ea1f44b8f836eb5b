-- Who owns what, and how much of it.

create table organisations (
  id uuid primary key default gen_random_uuid(),
  name text not null
);

create table projects (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references organisations,
  name text not null,
  slug text not null,
  status text not null default 'active' check (status in ('active', 'suspended', 'deleting')),
  service_quota integer not null default 20,
  service_count integer not null default 0,
  unique (org_id, slug),
  check (service_count between 0 and service_quota)
);

-- What an organisation may create. Creating a service takes one from here in the statement that inserts it.
create table entitlements (
  org_id uuid not null references organisations,
  type text not null,
  plan text not null,
  capacity integer not null,
  used integer not null default 0,
  primary key (org_id, type, plan),
  check (used between 0 and capacity)
);

-- Only hashes: who reads this table can't call the API.
create table tokens (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references organisations,
  name text not null,
  hash bytea not null unique check (length(hash) = 32),
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz
);

create table token_projects (
  token_id uuid not null references tokens on delete cascade,
  project_id uuid not null references projects on delete cascade,
  primary key (token_id, project_id)
);
