-- What is removed by age is found by age.
create index operations_by_end on operations (finished_at) where finished_at is not null;
create index search_tasks_by_end on search_tasks (finished_at) where finished_at is not null;
create index auth_events_by_age on auth_events (occurred_at);
