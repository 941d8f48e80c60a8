-- What stands in the place of a picture that is not kept any more: one grey point.
create or replace function blank_picture() returns bytea language sql immutable as $$
  select decode('89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55'
    '0000000a4944415478da6378060000e800e78a53fd730000000049454e44ae426082', 'hex')
$$;
grant execute on function blank_picture to node_role;
