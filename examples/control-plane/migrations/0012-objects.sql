-- What the plan allows an objects service, and what it uses. Unfinished uploads count as stored.
create table objects_services (
  service_id uuid primary key references services on delete cascade,
  max_buckets integer not null,
  max_access_keys integer not null,
  max_storage_bytes bigint not null,
  stored_bytes bigint not null default 0 check (stored_bytes >= 0)
);

-- Access keys without their secrets, which are among the credentials.
create table objects_access_keys (
  access_key_id text primary key,
  service_id uuid not null references services on delete cascade,
  name text not null,
  kind text not null check (kind in ('primary', 'retiring', 'additional')),
  permission text not null check (permission in ('read', 'write', 'read_write')),
  -- Null: all, also later ones.
  buckets text[],
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_on date
);
create unique index one_primary_access_key on objects_access_keys (service_id) where kind = 'primary';
create unique index one_access_key_of_a_name on objects_access_keys (service_id, name) where kind <> 'retiring';

create table objects_buckets (
  id bigint generated always as identity primary key,
  service_id uuid not null references services on delete cascade,
  name text collate "C" not null,
  versioning text not null check (versioning in ('unversioned', 'enabled', 'suspended')),
  -- Current objects, and the size of all versions: kept by each write.
  object_count bigint not null default 0 check (object_count >= 0),
  size_bytes bigint not null default 0 check (size_bytes >= 0),
  created_at timestamptz(3) not null default now(),
  unique (service_id, name)
);

-- Files with content. The row is there before the file, and goes in the transaction that removes the file.
create table objects_blobs (
  sha256 bytea primary key check (length(sha256) = 32),
  -- When it was last written or let go of. Content that nothing refers to is removed a while after.
  touched_at timestamptz not null default now()
);
create index objects_blobs_by_age on objects_blobs (touched_at);

-- Versions of objects and delete markers. Numbers fall: in ascending order the newest version of a key comes first.
create table objects_versions (
  seq bigint generated always as identity (increment by -1 start with -1) primary key,
  bucket_id bigint not null references objects_buckets on delete cascade,
  key text collate "C" not null check (octet_length(key) between 1 and 1024),
  -- 'null' where the bucket kept no versions when it was written.
  version_id text not null,
  is_latest boolean not null,
  is_delete_marker boolean not null default false,
  size_bytes bigint not null default 0,
  etag text,
  -- What a response has as headers: content type, metadata.
  headers jsonb not null default '{}',
  checksum_algorithm text,
  checksum text,
  created_at timestamptz(3) not null default clock_timestamp(),
  unique (bucket_id, key, version_id)
);
create unique index objects_versions_in_order on objects_versions (bucket_id, key, seq);
create index objects_current on objects_versions (bucket_id, key, seq) where is_latest and not is_delete_marker;

-- The content of a version: its files, one after the other.
create table objects_segments (
  version_seq bigint not null references objects_versions on delete cascade,
  position integer not null,
  sha256 bytea not null references objects_blobs,
  size_bytes bigint not null,
  primary key (version_seq, position)
);
create index objects_segments_by_blob on objects_segments (sha256);

create table objects_uploads (
  id uuid primary key default gen_random_uuid(),
  bucket_id bigint not null references objects_buckets on delete cascade,
  key text collate "C" not null check (octet_length(key) between 1 and 1024),
  headers jsonb not null,
  checksum_algorithm text,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index objects_uploads_in_order on objects_uploads (bucket_id, key, id);

create table objects_parts (
  upload_id uuid not null references objects_uploads on delete cascade,
  number integer not null check (number between 1 and 10000),
  sha256 bytea not null references objects_blobs,
  size_bytes bigint not null,
  etag text not null,
  checksum_algorithm text,
  checksum text,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (upload_id, number)
);
create index objects_parts_by_blob on objects_parts (sha256);

-- One row for each bucket and hour in which something happened. Stored amounts are those after the last write.
create table objects_usage (
  service_id uuid not null references services on delete cascade,
  bucket text not null,
  hour timestamptz not null,
  storage_bytes bigint,
  object_count bigint,
  ingress_bytes bigint not null default 0,
  egress_bytes bigint not null default 0,
  read_requests bigint not null default 0,
  write_requests bigint not null default 0,
  primary key (service_id, bucket, hour)
);

-- Single objects that the holder of a token may fetch or write for a while.
create table objects_transfers (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references services on delete cascade,
  token_id uuid not null references tokens,
  method text not null check (method in ('GET', 'PUT')),
  bucket text not null,
  key text not null,
  version_id text,
  -- Headers: of the response to GET, or those that PUT must have.
  headers jsonb not null,
  max_bytes bigint,
  expires_at timestamptz(3) not null
);
create index objects_transfers_by_end on objects_transfers (expires_at);
