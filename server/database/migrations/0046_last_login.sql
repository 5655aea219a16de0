-- When somebody logged in before this time: on a shared phone it tells whether it was they.
alter table users add column last_login_at timestamptz;
alter table sessions add column login_before timestamptz;
