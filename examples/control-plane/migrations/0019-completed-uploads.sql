-- Uploads that were completed, for clients that ask again because they lost the response.
create table objects_completed_uploads (
  upload_id uuid primary key,
  bucket_id bigint not null references objects_buckets on delete cascade,
  key text collate "C" not null,
  etag text not null,
  version_id text,
  completed_at timestamptz not null default now()
);
create index objects_completed_uploads_by_bucket on objects_completed_uploads (bucket_id);
create index objects_completed_uploads_by_age on objects_completed_uploads (completed_at);
