-- Usernames are plain letters, digits and three signs: what differs as typed is different.
drop index users_by_look;
drop function look_of(text);
