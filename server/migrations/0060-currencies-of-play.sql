-- Which currencies play is folded of is the database's to say: a node that knew fewer would pass
-- bets over.
drop function if exists fold_play(text[]);
