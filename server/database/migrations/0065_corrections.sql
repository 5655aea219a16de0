-- W15: a sent application is reopened while its job is open, and sent again. The row of `submissions` is the version that counts; those
-- before it move to `superseded_submissions` as they were.
alter table job_applications
  -- Set while its person corrects what they sent. Their draft is in the columns of this table, what counts in `submissions`.
  add column reopened_at timestamptz(3);
alter table job_applications
  add constraint job_applications_reopened check (reopened_at is null or is_completed) not valid;
alter table job_applications validate constraint job_applications_reopened;

alter table submissions add column version smallint not null default 1;
alter table ticket_uses
  add column version smallint not null default 1,
  drop constraint ticket_uses_pkey,
  add primary key (application_id, version);

create table superseded_submissions (
  application_id bigint not null references job_applications,
  version smallint not null check (version > 0),
  idempotency_key text,
  frozen text not null,
  digest bytea not null,
  salt bytea not null,
  signature bytea not null,
  key text not null,
  receipt text not null,
  flags text[] not null,
  left_out text[] not null,
  submitted_at timestamptz not null,
  primary key (application_id, version)
);
create trigger superseded_submissions_written_once before update or delete on superseded_submissions for each row execute function refuse_change();
create trigger superseded_submissions_never_emptied before truncate on superseded_submissions for each statement execute function refuse_change();

-- No one can put a version in the place of another without keeping that one.
create function submission_written_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.application_id <> old.application_id or new.version <> old.version + 1 then
    raise exception '% is written once', tg_table_name using errcode = 'object_not_in_prerequisite_state';
  end if;
  insert into superseded_submissions (application_id, version, idempotency_key, frozen, digest, salt, signature, key, receipt, flags, left_out, submitted_at)
  values (old.application_id, old.version, old.idempotency_key, old.frozen, old.digest, old.salt, old.signature, old.key, old.receipt, old.flags,
    old.left_out, old.submitted_at);
  return new;
end $$;
drop trigger submissions_written_once on submissions;
create trigger submissions_written_once before update or delete on submissions for each row execute function submission_written_once();

-- The files of the versions that are not in `application_documents`: of those before the one that counts, and of the one that is being
-- written, whose number is one higher.
create table version_documents (
  application_id bigint not null references job_applications on delete cascade,
  version smallint not null check (version > 0),
  kind text not null check (kind in ('cv', 'cover_letter', 'document_1', 'document_2', 'document_3', 'document_4', 'document_5', 'document_6',
    'document_7', 'document_8')),
  hash bytea not null check (length(hash) = 32),
  sent_hash bytea check (octet_length(sent_hash) = 32),
  size integer not null check (size between 1 and 5242880),
  type text not null check (type in ('pdf', 'doc', 'docx', 'jpg', 'png')),
  name text not null check (length(name) between 1 and 120),
  state text not null check (state in ('unscanned', 'clean', 'refused')),
  fault text,
  flags text[] not null default '{}',
  scan_due timestamptz,
  uploaded_at timestamptz not null,
  primary key (application_id, version, kind),
  constraint version_documents_fault check ((state = 'refused') = (fault is not null))
);
create index version_documents_hash on version_documents (hash);
create index version_documents_due on version_documents (scan_due) where scan_due is not null;
