-- Documents that a job names beside CV and cover letter: [{kind, name, required}], in the order of the form.
alter table jobs
  add column wanted_documents jsonb not null default '[]' check (
    case when jsonb_typeof(wanted_documents) = 'array' then
      jsonb_array_length(wanted_documents) <= 8 and jsonb_array_length(wanted_documents) = jsonb_array_length(jsonb_path_query_array(wanted_documents,
        '$[*] ? (@.kind like_regex "^document_[1-8]$" && @.name like_regex "^[^\\t\\n\\r]{2,80}$" && @.required.type() == "boolean")'))
    else false end),
  -- The highest number of a kind that was given since the job is public: none of them is given to another document.
  add column documents_named smallint not null default 0 check (documents_named between 0 and 8);

alter table application_documents
  drop constraint application_documents_kind_check,
  add constraint application_documents_kind_check check (kind in ('cv', 'cover_letter', 'document_1', 'document_2', 'document_3', 'document_4',
    'document_5', 'document_6', 'document_7', 'document_8'));
alter table submissions
  drop constraint submissions_left_out_check,
  add constraint submissions_left_out_check check (left_out <@ array['cv', 'cover_letter', 'document_1', 'document_2', 'document_3', 'document_4', 'document_5',
    'document_6', 'document_7', 'document_8']);

-- Apart from CV and cover letter, by which officers filter: 1 is document_1, 2 document_2, 4 document_3 ...
alter table application_facts add column named_documents smallint not null default 0;
