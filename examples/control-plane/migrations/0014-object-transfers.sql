-- The version that a download was prepared for: in a bucket without versioning another one may get its id.
alter table objects_transfers add column version_seq bigint;
