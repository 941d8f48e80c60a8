import { Anchor, Text } from '@mantine/core';
import type { ResultOf } from '@pitboss/contract/endpoint';
import type { users } from '@pitboss/contract/users';
import { Link } from '@tanstack/react-router';

type Below = NonNullable<ResultOf<typeof users.list>['below']>;

/** From here on the platform has stopped counting. */
const countMax = 100;

/** Whom a search has found further down, each as the way there. */
export function FoundBelow({ below }: { below: Below | undefined }) {
  if (!below || below.count === 0) return null;
  const { count, people } = below;
  const parents = new Set(people.map(({ parentName }) => parentName));
  const [first] = parents;
  const where = parents.size === 1 && count === people.length ? ` ${first}` : '';
  return (
    <Text role="status" mb="sm">
      {count >= countMax ? `${countMax} or more` : count} {count === 1 ? 'match' : 'matches'} below
      {where}:{' '}
      {people.map(({ _id, username, parentId, parentName }, index) => (
        <span key={String(_id)}>
          {index > 0 && ', '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link to="/users" search={{ admin: String(parentId), search: username }} {...props} />
            )}
          >
            {username}
          </Anchor>
          {!where && ` (${parentName})`}
        </span>
      ))}
      {count > people.length && ' …'}
    </Text>
  );
}
