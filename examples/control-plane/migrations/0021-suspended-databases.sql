-- The connection limit that the database of a suspended service had before; null where it is not closed.
alter table postgres_databases add column limit_before_suspension integer;
