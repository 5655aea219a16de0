-- Who works here: accounts of their own, never an applicant's.
create table staff (
  id bigint generated always as identity primary key,
  email text not null constraint staff_email unique,
  name text not null,
  role text not null check (role in ('administrator', 'recruiter', 'reviewer', 'approver', 'auditor')),
  password_hash text not null,
  -- The secret of the authenticator app is made from this and a key outside the database; null until its first code came.
  totp_nonce text,
  -- The step of the last code that was used, so that none works twice.
  totp_step bigint not null default 0,
  disabled_at timestamptz,
  created_at timestamptz not null,
  last_seen_at timestamptz
);

-- What a reviewer is limited to. No row: the whole country.
create table staff_areas (
  staff_id bigint not null references staff on delete cascade,
  county_code integer references counties,
  constituency_code integer references constituencies,
  check (num_nonnulls(county_code, constituency_code) = 1),
  unique nulls not distinct (staff_id, county_code, constituency_code)
);

create index staff_areas_county on staff_areas (county_code);
create index staff_areas_constituency on staff_areas (constituency_code);

create table staff_passkeys (
  credential_id text primary key,
  staff_id bigint not null references staff on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null
);
create index staff_passkeys_staff on staff_passkeys (staff_id);

create table staff_invitations (
  id uuid primary key,
  email text not null,
  name text not null,
  role text not null check (role in ('administrator', 'recruiter', 'reviewer', 'approver', 'auditor')),
  counties integer[] not null default '{}',
  constituencies integer[] not null default '{}',
  -- Null: from the command line of the server.
  invited_by bigint references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index staff_invitations_email on staff_invitations (email);
create index staff_invitations_by on staff_invitations (invited_by);

create table staff_sessions (
  token_hash bytea primary key,
  staff_id bigint not null references staff on delete cascade,
  -- Each ticket, which a right password gives, opens one session.
  ticket_hash bytea not null constraint staff_sessions_ticket unique,
  opened_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_sessions_staff on staff_sessions (staff_id);
create index staff_sessions_expiry on staff_sessions (expires_at);

-- Everything an officer did or looked at; each is an event of the public log, which holds its digest.
create table staff_acts (
  id bigint generated always as identity primary key,
  -- Null: from the command line of the server.
  staff_id bigint,
  role text not null,
  act text not null check (act ~ '^[a-z_.]{1,60}$'),
  job_id bigint,
  application_id bigint,
  user_id bigint,
  reason text not null default '',
  detail jsonb not null default '{}',
  at timestamptz(3) not null,
  salt bytea not null check (octet_length(salt) = 32),
  digest bytea not null constraint staff_acts_digest unique check (octet_length(digest) = 32)
);
create index staff_acts_staff on staff_acts (staff_id, id desc);
create index staff_acts_application on staff_acts (application_id, id desc) where application_id is not null;
create index staff_acts_job on staff_acts (job_id, id desc) where job_id is not null;
create index staff_acts_user on staff_acts (user_id, id desc) where user_id is not null;
create trigger staff_acts_written_once before update or delete on staff_acts for each row execute function refuse_change();
create trigger staff_acts_never_emptied before truncate on staff_acts for each statement execute function refuse_change();
