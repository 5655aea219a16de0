-- Documents that the submit named and that could not be taken: the application was sent without them.
alter table submissions add column left_out text[] not null default '{}' check (left_out <@ array['cv', 'cover_letter']);
