-- What officers write to each other about an application. It stays as it is written; the log holds that it was, never the words.
create table application_notes (
  id bigint generated always as identity primary key,
  application_id bigint not null references job_applications,
  staff_id bigint not null references staff,
  -- The one its author had then.
  role text not null,
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null
);
create index application_notes_application on application_notes (application_id, id desc);
create index application_notes_staff on application_notes (staff_id);
create trigger application_notes_written_once before update or delete on application_notes for each row execute function refuse_change();
create trigger application_notes_never_emptied before truncate on application_notes for each statement execute function refuse_change();

-- Applicants are told to whom the names of a job were shown: a few among very many acts.
create index staff_acts_names_shown on staff_acts (job_id, id desc)
  where act in ('blind.lifted', 'export.identities_downloaded', 'notice.names_printed');
