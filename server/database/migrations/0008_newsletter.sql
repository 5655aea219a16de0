create table newsletter_subscribers (
  id bigint generated always as identity primary key,
  email text not null constraint newsletter_email unique check (email = lower(email) and length(email) <= 254),
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  stopped_at timestamptz
);
create index newsletter_confirmed on newsletter_subscribers (id) where confirmed_at is not null and stopped_at is null;
