-- A change of an account's email: confirmed at both addresses, and undone for some days from the old one.
create table email_changes (
  id uuid primary key,
  user_id bigint not null references users on delete cascade,
  -- The session that asked: it survives the change, all others end.
  asked_in uuid not null,
  old_email text not null check (old_email = lower(old_email) and length(old_email) <= 254),
  new_email text not null check (new_email = lower(new_email) and length(new_email) <= 254),
  asked_at timestamptz not null,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  changed_at timestamptz,
  -- Taken back, replaced by a later change, or undone.
  ended_at timestamptz,
  -- Until when it can be confirmed; once changed, until when it can be undone.
  expires_at timestamptz not null,
  check (changed_at is null or (old_confirmed_at is not null and new_confirmed_at is not null))
);
create unique index email_changes_pending on email_changes (user_id) where changed_at is null and ended_at is null;
create index email_changes_user on email_changes (user_id, asked_at);
create index email_changes_expiry on email_changes (expires_at);
-- The old address stays its owner's while the change can be undone.
create index email_changes_reserved on email_changes (old_email) where changed_at is not null and ended_at is null;

-- A new account cannot take an address to which a change can still be undone. It is refused as a known address is.
create function users_email_reserved() returns trigger language plpgsql as $$
begin
  if exists (select from email_changes
    where old_email = new.email and changed_at is not null and ended_at is null and expires_at > new.created_at) then
    raise unique_violation using constraint = 'users_email';
  end if;
  return new;
end $$;
create trigger users_email_reserved before insert on users for each row execute function users_email_reserved();
