-- Words that are misspelt find their neighbours.
create extension if not exists pg_trgm;

-- The portal's own help, a row a section of a page in content/help, filled at every start that brings another text.
create table help_passages (
  id integer primary key,
  url text not null unique,
  title text not null,
  body text not null,
  -- In Kiswahili, short.
  body_sw text not null,
  -- Pages that the passage itself names.
  links jsonb not null,
  words tsvector not null
);
create index help_passages_words on help_passages using gin (words);

-- The ways in which people ask for a passage. `weight` is that of all its words together.
create table help_phrases (
  id integer primary key,
  passage_id integer not null references help_passages on delete cascade,
  phrase text not null,
  words tsvector not null,
  weight real not null
);
create index help_phrases_words on help_phrases using gin (words);
create index help_phrases_passage on help_phrases (passage_id);

-- The words of the help, and how much each says: the rarer, the more.
create table help_words (
  word text primary key,
  lexeme text not null,
  weight real not null
);
create index help_words_alike on help_words using gin (word gin_trgm_ops);
create index help_words_lexeme on help_words (lexeme);

-- Openings by what stands in their notice, and by titles that are nearly right.
alter table jobs add column words tsvector generated always as (
  setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', department || ' ' || coalesce(category, '')), 'B')) stored;
create index jobs_words on jobs using gin (words) where is_active;
create index jobs_alike on jobs using gin (lower(title) gin_trgm_ops) where is_active;
create index counties_alike on counties using gin (lower(name) gin_trgm_ops);
create index constituencies_alike on constituencies using gin (lower(name) gin_trgm_ops);
