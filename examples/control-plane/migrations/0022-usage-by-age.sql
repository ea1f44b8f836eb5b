-- What is removed by age is found by age.
create index search_usage_by_age on search_usage (minute);
create index objects_usage_by_age on objects_usage (hour);
