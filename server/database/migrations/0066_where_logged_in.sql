-- Where a person is logged in, as far as it is known without asking anyone: whether they used that network before.
alter table users
  -- Keyed hashes of this person's last networks, the latest first: no address, and nothing that two people share.
  add column network_marks bytea[] not null default '{}',
  -- Of the last login, as of a session.
  add column last_login_device text not null default '';
alter table sessions
  add column network_mark bytea check (octet_length(network_mark) = 9),
  -- Null for the first network of all.
  add column network_known boolean,
  add column device_before text not null default '' check (length(device_before) <= 60);

-- Wrong passwords, for the owner of the account to see. Without a person: the address has no account, and the row
-- is there so that both take the same time (T1).
create table failed_logins (
  id bigint generated always as identity primary key,
  user_id bigint references users on delete cascade,
  device text not null check (length(device) <= 60),
  failed_at timestamptz not null
);
create index failed_logins_user on failed_logins (user_id, failed_at desc, id desc);
create index failed_logins_age on failed_logins (failed_at);
