-- Whether a service counts against the quota of its project and the entitlement of its organisation. A failed provisioning gives both back.
alter table services add column holds_capacity boolean not null default true;
