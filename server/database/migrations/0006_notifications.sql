create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  type text not null,
  message text not null,
  url text,
  is_read boolean not null default false,
  created_at timestamptz not null
);
create index notifications_user on notifications (user_id, created_at desc, id desc);
