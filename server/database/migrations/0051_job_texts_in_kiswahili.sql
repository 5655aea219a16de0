-- The texts of a job in Kiswahili. Null: readers see the English text. Rich text is sanitised like the English one, which may make it
-- longer than the officer's own, so only plain texts have a limit here. `preview_sw` is made from `description_sw`.
alter table jobs
  add column title_sw text check (char_length(title_sw) between 1 and 200),
  add column terms_sw text check (char_length(terms_sw) between 1 and 300),
  add column remuneration_sw text check (char_length(remuneration_sw) between 1 and 300),
  add column description_sw text check (description_sw <> ''),
  add column qualification_sw text check (qualification_sw <> ''),
  add column preview_sw text,
  add constraint jobs_preview_sw check ((preview_sw is null) = (description_sw is null));
-- `jobs_listed` has no room for a second title: an index entry is at most 2,704 bytes.
create index jobs_title_sw on jobs (id) include (title_sw) where is_active and title_sw is not null;
-- PostgreSQL has no word stems of Kiswahili.
alter table jobs add column wider_words_sw tsvector generated always as (to_tsvector('simple', translate(title_sw, '/-_.', '    '))) stored;
create index jobs_wider_sw on jobs using gin (wider_words_sw) where is_active and wider_words_sw is not null;
