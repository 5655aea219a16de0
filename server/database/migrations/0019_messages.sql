-- Messages that officers keep under a name and fill for each applicant.
create table message_templates (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  subject text not null check (length(subject) between 1 and 150),
  body text not null check (length(body) between 1 and 4000),
  made_by bigint not null references staff,
  made_at timestamptz not null,
  updated_at timestamptz(3) not null,
  archived_at timestamptz
);
create unique index message_templates_name on message_templates (lower(name)) where archived_at is null;
create index message_templates_made_by on message_templates (made_by);

-- What was sent to many, in the words it was sent with.
create table messages (
  id bigint generated always as identity primary key,
  job_id bigint not null references jobs,
  -- The caller's own: a call that is repeated sends nothing anew.
  key text not null check (length(key) between 1 and 64),
  template_id bigint references message_templates,
  subject text not null check (length(subject) between 1 and 150),
  body text not null check (length(body) between 1 and 4000),
  -- How they were chosen, as far as that names nobody; null when one by one.
  filter text,
  recipients integer not null check (recipients > 0),
  sent_by bigint not null references staff,
  sent_at timestamptz not null,
  -- When the last of its letters was promised.
  spread_at timestamptz,
  constraint messages_once unique (sent_by, key)
);
create index messages_job on messages (job_id, id desc);
create index messages_template on messages (template_id) where template_id is not null;
create index messages_unspread on messages (id) where spread_at is null;

-- Who gets it, settled when it was sent: one letter and one notice each, whatever breaks on the way.
-- No foreign keys: to ask after each of a quarter of a million would take longer than to write them all down.
create table message_letters (
  message_id bigint not null,
  application_id bigint not null,
  -- 0 to be promised, 1 promised, 2 taken by a mail server, 3 refused by it for good.
  state smallint not null default 0 check (state between 0 and 3),
  primary key (application_id, message_id)
);
create function forget_message_letters() returns trigger language plpgsql as $$
begin
  delete from message_letters where application_id = old.id;
  return null;
end $$;
create trigger job_applications_forget_messages after delete on job_applications for each row execute function forget_message_letters();
create index message_letters_to_promise on message_letters (message_id, application_id) where state = 0;
create index message_letters_promised on message_letters (message_id) where state = 1;
create index message_letters_refused on message_letters (message_id) where state = 3;

-- A promise that is gone was kept; one that was buried was not.
create function message_letter_left() returns trigger language plpgsql as $$
begin
  update message_letters set state = case when tg_op = 'DELETE' then 2 when new.dead_at is null then 1 else 3 end
  where message_id = (old.payload ->> 'messageId')::bigint and application_id = (old.payload ->> 'applicationId')::bigint and state in (1, 3);
  return null;
end $$;
create trigger outbox_message_kept after delete on outbox for each row when (old.topic = 'messages.letter' and old.dead_at is null)
  execute function message_letter_left();
create trigger outbox_message_buried after update of dead_at on outbox for each row
  when (old.topic = 'messages.letter' and old.dead_at is distinct from new.dead_at) execute function message_letter_left();
