-- The receipt as it was given, letter by letter: the same answer to every repeat, whatever the portal is called later.
alter table submissions add column receipt text not null;
