-- Passkeys of applicants: a second way in beside the password.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id text not null constraint passkeys_credential unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  -- What its owner calls it.
  name text not null check (length(name) between 1 and 40),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
