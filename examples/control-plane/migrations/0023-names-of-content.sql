-- Content has a name of its own in its store, which is never used again once it was given to be removed: a removal that comes
-- through late, or twice, then removes nothing that anybody refers to. What is there is named by its hash.
alter table objects_segments drop constraint objects_segments_sha256_fkey;
alter table objects_parts drop constraint objects_parts_sha256_fkey;

alter table objects_blobs add column name text;
update objects_blobs set name = encode(sha256, 'hex');
alter table objects_blobs alter column name set not null, add unique (name);

alter table objects_segments add column name text references objects_blobs (name);
update objects_segments set name = encode(sha256, 'hex');
alter table objects_segments alter column name set not null;
drop index objects_segments_by_blob;
create index objects_segments_by_blob on objects_segments (name);

alter table objects_parts add column name text references objects_blobs (name);
update objects_parts set name = encode(sha256, 'hex');
alter table objects_parts alter column name set not null;
drop index objects_parts_by_blob;
create index objects_parts_by_blob on objects_parts (name);

-- Names that are given to be removed, until the store has confirmed it.
create table objects_removals (
  name text primary key,
  requested_at timestamptz not null default now()
);
create index objects_removals_by_age on objects_removals (requested_at);
