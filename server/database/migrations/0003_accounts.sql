create table users (
  id bigint generated always as identity primary key,
  email text not null constraint users_email unique check (email = lower(email) and length(email) <= 254),
  password_hash text not null,
  first_name text not null,
  middle_name text not null default '',
  last_name text not null,
  document_type text not null check (document_type in ('ID Card', 'Passport')),
  id_number text not null,
  gender text not null check (gender in ('M', 'F', 'O')),
  date_of_birth date not null,
  country text not null default 'KE' check (country = 'KE'),
  county_code integer not null references counties,
  constituency_code integer not null,
  ward_code integer not null,
  phone text not null check (phone ~ '^\+[0-9]{10,15}$'),
  address text not null default '',
  is_pwd boolean not null,
  disability_type text not null default '' check (disability_type in ('', 'Physical', 'Visual', 'Hearing', 'Mental', 'Other')),
  email_verified_at timestamptz,
  security_question text,
  security_answer_hash text,
  created_at timestamptz not null,
  constraint users_document unique (document_type, id_number),
  -- The ward lies in the constituency and the constituency in the county.
  constraint users_constituency foreign key (constituency_code, county_code) references constituencies (code, county_code),
  constraint users_ward foreign key (ward_code, constituency_code) references wards (code, constituency_code),
  check (is_pwd or disability_type = ''),
  check ((security_question is null) = (security_answer_hash is null))
);
create index users_unverified on users (created_at) where email_verified_at is null;

-- A8, C4: failures by account and source. The account is a keyed hash, so that unknown addresses lock like real ones.
create table login_failures (
  account bytea not null,
  source text not null,
  failures integer not null,
  since timestamptz not null,
  locked_until timestamptz,
  primary key (account, source)
);
create index login_failures_since on login_failures (since);

-- A3: the code itself is derived from the nonce with a key outside the database.
create table reset_codes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  nonce uuid not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
-- One living code an account: a new one ends the old.
create unique index reset_codes_living on reset_codes (user_id) where ended_at is null;
create index reset_codes_user on reset_codes (user_id, created_at);

-- C3: what "this was not me" restores.
create table password_resets (
  id uuid primary key,
  user_id bigint not null references users on delete cascade,
  old_hash text not null,
  expires_at timestamptz not null,
  undone_at timestamptz
);
create index password_resets_user on password_resets (user_id);

-- Counters of the finer limits: so many of a kind by one source in a window.
create table tallies (
  key text primary key,
  count integer not null,
  window_ends timestamptz not null
);
create index tallies_end on tallies (window_ends);

-- T38: a solved challenge serves once.
create table captcha_used (
  solution text primary key,
  expires_at timestamptz not null
);
create index captcha_used_expiry on captcha_used (expires_at);
