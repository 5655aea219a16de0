-- W1, W23: at most one file a kind. The bytes lie in the file store under their hash; a name is a label.
create table application_documents (
  application_id bigint not null references job_applications on delete cascade,
  kind text not null check (kind in ('cv', 'cover_letter')),
  hash bytea not null check (length(hash) = 32),
  size integer not null check (size between 1 and 5242880),
  type text not null check (type in ('pdf', 'doc', 'docx', 'jpg', 'png')),
  name text not null check (length(name) between 1 and 120),
  -- T14: nobody opens what is not clean.
  state text not null check (state in ('unscanned', 'clean', 'refused')),
  -- Why it is refused, in a word that the contract has a sentence for.
  fault text,
  -- What an officer should know before opening it (T13).
  flags text[] not null default '{}',
  -- When a virus scanner is to look at it; null when one has. Without a scanner it waits for the day there is one.
  scan_due timestamptz,
  uploaded_at timestamptz not null,
  primary key (application_id, kind),
  constraint application_documents_fault check ((state = 'refused') = (fault is not null))
);
create index application_documents_hash on application_documents (hash);
create index application_documents_due on application_documents (scan_due) where scan_due is not null;
