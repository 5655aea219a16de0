-- Letters promised in a transaction and delivered later. The payload holds ids; the letter is written from present truth.
create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  payload jsonb not null,
  -- 0 overtakes 1: a code somebody waits for goes before a newsletter.
  priority smallint not null default 0,
  attempts integer not null default 0,
  run_at timestamptz not null,
  created_at timestamptz not null,
  last_error text,
  dead_at timestamptz,
  dedupe text unique
);
create index outbox_due on outbox (priority, run_at) where dead_at is null;
