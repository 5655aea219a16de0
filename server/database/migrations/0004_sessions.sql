-- One row a chain of tokens: extending replaces the token, and the one before it still answers for a minute (T6).
create table sessions (
  chain uuid primary key,
  user_id bigint not null references users on delete cascade,
  generation integer not null default 0,
  token_hash bytea not null unique,
  previous_hash bytea,
  previous_until timestamptz,
  -- Set for browsers: the token answers only beside this cookie (T8).
  binding_hash bytea,
  opened_at timestamptz not null,
  expires_at timestamptz not null,
  ends_at timestamptz not null,
  check (expires_at <= ends_at)
);
create unique index sessions_previous on sessions (previous_hash) where previous_hash is not null;
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
