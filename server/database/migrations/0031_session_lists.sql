-- Where somebody is logged in, for themselves to see and to end (ASVS 7.5.2).
alter table sessions
  -- Browser and system in plain words; the header that they are read from is not kept.
  add column device text not null default '' check (length(device) <= 60),
  -- To a few minutes; null until it is used after the login.
  add column last_used_at timestamptz;
alter table staff_sessions
  -- What its owner ends it by: the token's hash is shown to nobody.
  add column id uuid not null default gen_random_uuid() constraint staff_sessions_id unique,
  add column device text not null default '' check (length(device) <= 60),
  add column last_used_at timestamptz;
