-- The responses of calls with an Idempotency-Key. `id` and `fingerprint` are HMACs, `response` is encrypted; null: the call runs.
create table idempotency_calls (
  id text primary key,
  fingerprint text not null,
  token uuid not null,
  response text,
  expires_at timestamptz not null
);

create index idempotency_calls_by_expiry on idempotency_calls (expires_at);
