-- The settings that all machines of one portal share, as fingerprints: a start that differs is stopped. A
-- fingerprint is an HMAC under the secret key, so that it tells nothing about the setting.
create table installation (
  setting text primary key,
  fingerprint bytea not null check (length(fingerprint) = 32),
  set_at timestamptz not null
);

-- Which machine a process runs on, and which version, for officers. Empty for processes of earlier versions.
alter table nodes add column name text not null default '' check (length(name) <= 100);
alter table nodes add column version text not null default '' check (length(version) <= 40);
